CREATE TABLE "entered_costs" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"company_id" text NOT NULL,
	"position" integer NOT NULL,
	"sku" text NOT NULL,
	"marketplace" text,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"currency" text NOT NULL,
	"manufacturing" numeric(18, 9) NOT NULL,
	"freight" numeric(18, 9),
	"duty" numeric(18, 9),
	"other" numeric(18, 9),
	"fbm_shipping" numeric(18, 9),
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entered_products" (
	"company_id" text NOT NULL,
	"sku" text NOT NULL,
	"custom_name" text DEFAULT '' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "entered_products_company_id_sku_pk" PRIMARY KEY("company_id","sku")
);
--> statement-breakpoint
CREATE TABLE "product_edits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_edits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" text NOT NULL,
	"save_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"sku" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "product_edits_subject" CHECK ("product_edits"."subject" in ('PRODUCT', 'COST'))
);
--> statement-breakpoint
ALTER TABLE "entered_costs" ADD CONSTRAINT "entered_costs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entered_products" ADD CONSTRAINT "entered_products_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_edits" ADD CONSTRAINT "product_edits_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "entered_costs_position" ON "entered_costs" USING btree ("company_id","position");--> statement-breakpoint
CREATE INDEX "product_edits_by_company" ON "product_edits" USING btree ("company_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "product_edits_by_save" ON "product_edits" USING btree ("company_id","save_id");--> statement-breakpoint
CREATE INDEX "product_edits_by_sku" ON "product_edits" USING btree ("company_id","sku","id" DESC NULLS LAST);
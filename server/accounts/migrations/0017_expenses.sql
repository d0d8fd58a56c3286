CREATE TABLE "expense_categories" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"company_id" text NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "expense_edits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "expense_edits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" text NOT NULL,
	"save_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "expense_edits_subject" CHECK ("expense_edits"."subject" in ('EXPENSE', 'CATEGORY', 'VENDOR'))
);
--> statement-breakpoint
CREATE TABLE "expense_vendors" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"company_id" text NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "expenses" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"company_id" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"category_id" text,
	"vendor_id" text,
	"marketplace" text,
	"currency" text NOT NULL,
	"amount" numeric(18, 9) NOT NULL,
	"frequency" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"note" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "expenses_frequency" CHECK ("expenses"."frequency" in ('ONE_TIME', 'DAILY', 'WEEKDAYS', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY'))
);
--> statement-breakpoint
ALTER TABLE "expense_categories" ADD CONSTRAINT "expense_categories_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_edits" ADD CONSTRAINT "expense_edits_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_vendors" ADD CONSTRAINT "expense_vendors_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_category_id_expense_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."expense_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_vendor_id_expense_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."expense_vendors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "expense_categories_name" ON "expense_categories" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "expense_edits_by_company" ON "expense_edits" USING btree ("company_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "expense_edits_by_save" ON "expense_edits" USING btree ("company_id","save_id");--> statement-breakpoint
CREATE UNIQUE INDEX "expense_vendors_name" ON "expense_vendors" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "expenses_position" ON "expenses" USING btree ("company_id","position");
CREATE TABLE "targets" (
	"company_id" text NOT NULL,
	"metric" text NOT NULL,
	"marketplace" text NOT NULL,
	"month" date NOT NULL,
	"amount" numeric(18, 9) NOT NULL,
	"currency" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "targets_company_id_metric_marketplace_month_pk" PRIMARY KEY("company_id","metric","marketplace","month"),
	CONSTRAINT "targets_metric" CHECK ("targets"."metric" in ('orderedAmount'))
);
--> statement-breakpoint
ALTER TABLE "targets" ADD CONSTRAINT "targets_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
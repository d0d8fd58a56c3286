CREATE TABLE "bank_confirmations" (
	"company_id" text NOT NULL,
	"payout_key" text NOT NULL,
	"row_id" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by" text NOT NULL,
	CONSTRAINT "bank_confirmations_company_id_payout_key_pk" PRIMARY KEY("company_id","payout_key")
);
--> statement-breakpoint
CREATE TABLE "bank_imports" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"company_id" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"imported_by" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"currencies" jsonb NOT NULL,
	"rows_read" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_rows" (
	"import_id" text NOT NULL,
	"id" text NOT NULL,
	"day" date NOT NULL,
	"amount" numeric(18, 9) NOT NULL,
	"currency" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "bank_rows_import_id_id_pk" PRIMARY KEY("import_id","id")
);
--> statement-breakpoint
ALTER TABLE "bank_confirmations" ADD CONSTRAINT "bank_confirmations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_imports" ADD CONSTRAINT "bank_imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_rows" ADD CONSTRAINT "bank_rows_import_id_bank_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bank_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_confirmations_row" ON "bank_confirmations" USING btree ("company_id","row_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_imports_file" ON "bank_imports" USING btree ("company_id","sha256");
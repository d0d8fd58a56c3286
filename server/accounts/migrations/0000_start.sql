CREATE SEQUENCE "public"."version_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"company_id" text,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"establishment_country" text,
	"fee_vat_recoverable" boolean DEFAULT true NOT NULL,
	"default_currency" text,
	"fx_policy" text DEFAULT 'DAILY' NOT NULL,
	"published_version" bigint DEFAULT 0 NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "companies_fx_policy" CHECK ("companies"."fx_policy" in ('DAILY', 'LATEST'))
);
--> statement-breakpoint
CREATE TABLE "dead_versions" (
	"company_id" text NOT NULL,
	"version" bigint NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dead_versions_company_id_version_pk" PRIMARY KEY("company_id","version")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" bigint PRIMARY KEY DEFAULT nextval('version_seq') NOT NULL,
	"company_id" text NOT NULL,
	"seller_account_id" text,
	"file_name" text NOT NULL,
	"file_sha256" text NOT NULL,
	"file_bytes" bigint NOT NULL,
	"report_type" text,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"requested" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"progress" jsonb,
	"result" jsonb,
	"problem" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"attempt_version" bigint,
	"published_version" bigint,
	"undone_version" bigint,
	CONSTRAINT "imports_status" CHECK ("imports"."status" in ('QUEUED', 'RUNNING', 'NEEDS_ANSWER', 'PUBLISHED', 'ALREADY_KNOWN', 'REFUSED', 'FAILED', 'CANCELLED', 'UNDONE'))
);
--> statement-breakpoint
CREATE TABLE "open_versions" (
	"company_id" text NOT NULL,
	"version" bigint NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "open_versions_company_id_version_pk" PRIMARY KEY("company_id","version")
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"company_id" text NOT NULL,
	"version" bigint NOT NULL,
	"kind" text NOT NULL,
	"import_id" bigint,
	"published_at" timestamp (3) with time zone NOT NULL,
	"note" jsonb,
	CONSTRAINT "publications_company_id_version_pk" PRIMARY KEY("company_id","version"),
	CONSTRAINT "publications_kind" CHECK ("publications"."kind" in ('IMPORT', 'UNDO', 'EDIT', 'REBUILD'))
);
--> statement-breakpoint
CREATE TABLE "seller_accounts" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"company_id" text NOT NULL,
	"name" text NOT NULL,
	"region" text NOT NULL,
	"home_marketplace" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seller_accounts_name" UNIQUE("company_id","name"),
	CONSTRAINT "seller_accounts_region" CHECK ("seller_accounts"."region" in ('EUROPE', 'NORTH_AMERICA', 'FAR_EAST'))
);
--> statement-breakpoint
CREATE TABLE "settings_history" (
	"company_id" text NOT NULL,
	"version" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "settings_history_company_id_version_pk" PRIMARY KEY("company_id","version")
);
--> statement-breakpoint
CREATE TABLE "tombstones" (
	"company_id" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dead_versions" ADD CONSTRAINT "dead_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_seller_account_id_seller_accounts_id_fk" FOREIGN KEY ("seller_account_id") REFERENCES "public"."seller_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_versions" ADD CONSTRAINT "open_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_accounts" ADD CONSTRAINT "seller_accounts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings_history" ADD CONSTRAINT "settings_history_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_by_company" ON "imports" USING btree ("company_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "imports_unfinished" ON "imports" USING btree ("id") WHERE status in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE UNIQUE INDEX "imports_live_file" ON "imports" USING btree ("company_id","file_sha256") WHERE status = 'PUBLISHED';
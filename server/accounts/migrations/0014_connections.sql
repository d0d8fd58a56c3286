CREATE TABLE "advertising_profiles" (
	"connection_id" text NOT NULL,
	"profile_id" text NOT NULL,
	"name" text NOT NULL,
	"marketplace" text NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"account_id" text NOT NULL,
	"is_selected" boolean DEFAULT false NOT NULL,
	CONSTRAINT "advertising_profiles_connection_id_profile_id_pk" PRIMARY KEY("connection_id","profile_id")
);
--> statement-breakpoint
CREATE TABLE "connection_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_state_hash" text NOT NULL,
	"company_id" text,
	"user_id" text NOT NULL,
	"provider" text NOT NULL,
	"region" text NOT NULL,
	"redirect_url" text NOT NULL,
	"ref_hash" text,
	"consent" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connection_states_ref" UNIQUE("ref_hash"),
	CONSTRAINT "connection_states_provider" CHECK ("connection_states"."provider" in ('SELLING_PARTNER', 'ADVERTISING')),
	CONSTRAINT "connection_states_region" CHECK ("connection_states"."region" in ('EUROPE', 'NORTH_AMERICA', 'FAR_EAST'))
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"company_id" text NOT NULL,
	"provider" text NOT NULL,
	"region" text NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"selling_partner_id" text,
	"seller_account_id" text,
	"marketplaces" text[] DEFAULT '{}' NOT NULL,
	"refresh_token" text NOT NULL,
	"authorised_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"broken_reason" text,
	"broken_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	CONSTRAINT "connections_place" UNIQUE("company_id","provider","region"),
	CONSTRAINT "connections_provider" CHECK ("connections"."provider" in ('SELLING_PARTNER', 'ADVERTISING')),
	CONSTRAINT "connections_region" CHECK ("connections"."region" in ('EUROPE', 'NORTH_AMERICA', 'FAR_EAST')),
	CONSTRAINT "connections_status" CHECK ("connections"."status" in ('ACTIVE', 'BROKEN'))
);
--> statement-breakpoint
CREATE TABLE "sync_tasks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"source" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"reading" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"is_critical" boolean DEFAULT false NOT NULL,
	"priority" integer NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"report_id" text,
	"document_id" text,
	"import_id" bigint,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sync_tasks_period" UNIQUE("connection_id","source","place","first_day","last_day","reading"),
	CONSTRAINT "sync_tasks_state" CHECK ("sync_tasks"."state" in ('WAITING', 'REQUESTED', 'IMPORTING', 'DONE', 'EMPTY', 'DEAD'))
);
--> statement-breakpoint
ALTER TABLE "advertising_profiles" ADD CONSTRAINT "advertising_profiles_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_states" ADD CONSTRAINT "connection_states_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_states" ADD CONSTRAINT "connection_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_seller_account_id_seller_accounts_id_fk" FOREIGN KEY ("seller_account_id") REFERENCES "public"."seller_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_tasks" ADD CONSTRAINT "sync_tasks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_tasks" ADD CONSTRAINT "sync_tasks_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_tasks" ADD CONSTRAINT "sync_tasks_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sync_tasks_due" ON "sync_tasks" USING btree ("not_before") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "sync_tasks_by_company" ON "sync_tasks" USING btree ("company_id","id" DESC NULLS LAST);
CREATE TABLE "crash_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "crash_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"fingerprint" text NOT NULL,
	"name" text NOT NULL,
	"cause_name" text,
	"stack" text NOT NULL,
	"browser_pathname" text NOT NULL,
	"client_company_id" text,
	"reconciliation_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "maintenance" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_by" text NOT NULL,
	"note" text,
	CONSTRAINT "maintenance_single" CHECK ("maintenance"."id")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "blocked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "licences_changed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "crash_reports_by_fingerprint" ON "crash_reports" USING btree ("fingerprint","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "crash_reports_by_day" ON "crash_reports" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_by_day" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_by_company" ON "audit_log" USING btree ("company_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor","id" DESC NULLS LAST);
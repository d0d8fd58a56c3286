CREATE TABLE "scheduled_mails" (
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"currency_code" text NOT NULL,
	"time_zone" text NOT NULL,
	"sent_for" date NOT NULL,
	"failed_at" timestamp (3) with time zone,
	CONSTRAINT "scheduled_mails_company_id_user_id_kind_pk" PRIMARY KEY("company_id","user_id","kind"),
	CONSTRAINT "scheduled_mails_kind" CHECK ("scheduled_mails"."kind" in ('DAILY_DIGEST', 'WEEKLY_REVIEW'))
);
--> statement-breakpoint
ALTER TABLE "scheduled_mails" ADD CONSTRAINT "scheduled_mails_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE no action;
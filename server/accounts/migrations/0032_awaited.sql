ALTER TABLE "imports" ADD COLUMN "away_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_mails" ADD COLUMN "failing_since" timestamp (3) with time zone;
ALTER TABLE "imports" ADD COLUMN "unfinished_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "cancel_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "file_deleted_at" timestamp (3) with time zone;
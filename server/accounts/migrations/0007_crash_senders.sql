ALTER TABLE "crash_reports" ADD COLUMN "sender" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "crash_reports_by_sender" ON "crash_reports" USING btree ("sender","id");
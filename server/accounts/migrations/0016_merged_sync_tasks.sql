ALTER TABLE "sync_tasks" ADD COLUMN "stands_for" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "imports_by_file" ON "imports" USING btree ("company_id","file_sha256");--> statement-breakpoint
CREATE INDEX "imports_of_no_use" ON "imports" USING btree ("finished_at") WHERE status in ('REFUSED', 'CANCELLED', 'UNPACKED') and file_deleted_at is null;--> statement-breakpoint
UPDATE "imports" SET "requested" = "imports"."requested" || jsonb_build_object('fetched', "sync_tasks"."source") FROM "sync_tasks" WHERE "sync_tasks"."import_id" = "imports"."id";

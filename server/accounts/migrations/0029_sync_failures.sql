DROP INDEX "imports_live_file";--> statement-breakpoint
ALTER TABLE "sync_tasks" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_live_file" ON "imports" USING btree ("company_id","file_sha256",(coalesce(requested ->> 'day', '')),(case when requested ? 'day' then coalesce(requested ->> 'marketplace', '') else '' end)) WHERE status = 'PUBLISHED';--> statement-breakpoint
UPDATE "imports" SET "requested" = "requested" || jsonb_build_object('changedSince', left("requested" ->> 'madeAt', 10)) WHERE "requested" ->> 'fetched' = 'ordersChanged' AND "requested" ? 'madeAt';

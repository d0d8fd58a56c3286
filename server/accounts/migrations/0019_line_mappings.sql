ALTER TABLE "companies" ADD COLUMN "line_mappings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "settings_history" ADD COLUMN "changed_by" text;
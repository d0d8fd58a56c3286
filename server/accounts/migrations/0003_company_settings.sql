ALTER TABLE "companies" ADD COLUMN "licences" text[] DEFAULT '{"ORDER_PROFIT_AND_LOSS","REAL_TIME","AI"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "vat_rates" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "replenishment" jsonb DEFAULT '{"leadTimeDays":60,"safetyDays":14,"targetCoverDays":60,"marketplaceLeadTimeDays":{}}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "brand_aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tombstones" ADD COLUMN "deleted_by" text;--> statement-breakpoint
ALTER TABLE "tombstones" ADD COLUMN "cleared_at" timestamp (3) with time zone;
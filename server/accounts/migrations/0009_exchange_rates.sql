CREATE TABLE "exchange_rates" (
	"origin" text NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"usd_per_unit" numeric(38, 18) NOT NULL,
	"publisher" text NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rates_origin_currency_day_pk" PRIMARY KEY("origin","currency","day"),
	CONSTRAINT "exchange_rates_origin" CHECK ("exchange_rates"."origin" in ('BANK', 'OPERATOR'))
);
--> statement-breakpoint
CREATE TABLE "rates_update" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"tried_at" timestamp (3) with time zone NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"notices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "rates_update_single" CHECK ("rates_update"."id")
);
--> statement-breakpoint
ALTER TABLE "publications" DROP CONSTRAINT "publications_kind";--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_kind" CHECK ("publications"."kind" in ('IMPORT', 'UNDO', 'EDIT', 'REBUILD', 'RATES'));
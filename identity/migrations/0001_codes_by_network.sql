ALTER TABLE "identity"."codes" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."codes" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "identity"."codes" ADD COLUMN "is_contested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."codes" DROP CONSTRAINT "codes_subject_purpose_pk";--> statement-breakpoint
ALTER TABLE "identity"."codes" ADD CONSTRAINT "codes_subject_purpose_network_pk" PRIMARY KEY("subject","purpose","network");

ALTER TABLE "connection_states" ADD COLUMN "marketplace" text;--> statement-breakpoint
ALTER TABLE "seller_accounts" ADD COLUMN "selling_partner_id" text;
ALTER TABLE "company_details" ADD COLUMN "registration" text;--> statement-breakpoint
ALTER TABLE "company_details" ADD CONSTRAINT "company_details_registration_unique" UNIQUE("registration");
CREATE TABLE "company_details" (
	"company_id" text PRIMARY KEY NOT NULL,
	"owner_or_reseller" text NOT NULL,
	"founding_year" integer NOT NULL,
	"brand_categories" text[] NOT NULL,
	"other_selling_channels" text[] NOT NULL,
	"other_other_selling_channels" text,
	"largest_amazon_marketplace" text,
	"other_amazon_marketplace_name" text,
	"role_in_company" text NOT NULL,
	"other_role" text,
	"referrer" text NOT NULL,
	"other_referral_description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_details_type" CHECK ("company_details"."owner_or_reseller" in ('BRAND_OWNER', 'RESELLER')),
	CONSTRAINT "company_details_marketplace" CHECK ("company_details"."largest_amazon_marketplace" in ('CA', 'FR', 'DE', 'IT', 'ES', 'GB', 'US', 'OTHER')),
	CONSTRAINT "company_details_role" CHECK ("company_details"."role_in_company" in ('ASSISTANT_BRAND_MANAGER', 'BRAND_MANAGER', 'CEO', 'FOUNDER', 'HEAD_OF_E_COMMERCE', 'HEAD_OF_MARKETING', 'MARKETING_MANAGER', 'VIRTUAL_ASSISTANT', 'OTHER')),
	CONSTRAINT "company_details_referrer" CHECK ("company_details"."referrer" in ('THREEFIN_WEBSITE', 'THREEFIN_BLOG', 'RECOMMENDED', 'GOOGLE', 'YOU_TUBE', 'LINKED_IN', 'INSTAGRAM', 'TIK_TOK', 'FACEBOOK', 'THIRD_PARTY_SITE', 'OTHER'))
);
--> statement-breakpoint
CREATE TABLE "personal_details" (
	"user_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role_in_company" text NOT NULL,
	"other_role" text,
	"country_of_residence" text NOT NULL,
	"accepts_marketing_emails" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personal_details_role" CHECK ("personal_details"."role_in_company" in ('ASSISTANT_BRAND_MANAGER', 'BRAND_MANAGER', 'CEO', 'FOUNDER', 'HEAD_OF_E_COMMERCE', 'HEAD_OF_MARKETING', 'MARKETING_MANAGER', 'VIRTUAL_ASSISTANT', 'OTHER'))
);
--> statement-breakpoint
ALTER TABLE "company_details" ADD CONSTRAINT "company_details_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_details" ADD CONSTRAINT "personal_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
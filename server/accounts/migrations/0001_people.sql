CREATE TABLE "invitations" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"company_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('VIEWER', 'MANAGER', 'OWNER')),
	CONSTRAINT "invitations_status" CHECK ("invitations"."status" in ('PENDING', 'ACCEPTED', 'WITHDRAWN'))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_company_id_user_id_pk" PRIMARY KEY("company_id","user_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('VIEWER', 'MANAGER', 'OWNER'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"pool_id" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"is_platform_admin" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_subject" UNIQUE("pool_id","subject")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "block_reason" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending" ON "invitations" USING btree ("company_id","email") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "invitations_by_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "memberships_by_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree ("email");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_block_reason" CHECK ("companies"."block_reason" in ('ADMIN_BLOCKED', 'LICENSE_EXPIRED'));
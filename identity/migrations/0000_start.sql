CREATE SCHEMA IF NOT EXISTS "identity";
--> statement-breakpoint
CREATE TABLE "identity"."challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"challenge" text NOT NULL,
	"device_key" text,
	"sealed" "bytea",
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity"."codes" (
	"subject" text NOT NULL,
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"target" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "codes_subject_purpose_pk" PRIMARY KEY("subject","purpose")
);
--> statement-breakpoint
CREATE TABLE "identity"."counters" (
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"locked_until" timestamp (3) with time zone,
	CONSTRAINT "counters_subject_kind_pk" PRIMARY KEY("subject","kind")
);
--> statement-breakpoint
CREATE TABLE "identity"."devices" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"group_key" text NOT NULL,
	"name" text NOT NULL,
	"verifier" "bytea" NOT NULL,
	"remembered_at" timestamp (3) with time zone,
	"last_address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL,
	"authenticated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."pool" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"pool_id" text NOT NULL,
	"client_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pool_only_one" CHECK ("identity"."pool"."only")
);
--> statement-breakpoint
CREATE TABLE "identity"."refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"sign_in_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity"."sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"auth_time" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"device_key" text,
	"offered_device_key" text,
	"offered_group_key" text
);
--> statement-breakpoint
CREATE TABLE "identity"."signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"private_key" "bytea" NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"signs_from" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."spent_blocks" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"pending_email" text,
	"phone" text,
	"phone_verified" boolean DEFAULT false NOT NULL,
	"name" text,
	"locale" text,
	"status" text NOT NULL,
	"verifier" "bytea" NOT NULL,
	"totp_secret" "bytea",
	"totp_name" text,
	"totp_pending" "bytea",
	"totp_last_step" bigint DEFAULT 0 NOT NULL,
	"totp_enabled" boolean DEFAULT false NOT NULL,
	"sms_enabled" boolean DEFAULT false NOT NULL,
	"preferred_factor" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "identity"."challenges" ADD CONSTRAINT "challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."refresh_tokens" ADD CONSTRAINT "refresh_tokens_sign_in_id_sign_ins_id_fk" FOREIGN KEY ("sign_in_id") REFERENCES "identity"."sign_ins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."sign_ins" ADD CONSTRAINT "sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_by_user" ON "identity"."devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_by_sign_in" ON "identity"."refresh_tokens" USING btree ("sign_in_id");--> statement-breakpoint
CREATE INDEX "sign_ins_by_user" ON "identity"."sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_ins_by_device" ON "identity"."sign_ins" USING btree ("device_key");
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_role";--> statement-breakpoint
ALTER TABLE "memberships" DROP CONSTRAINT "memberships_role";--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('VIEWER', 'ACCOUNTANT', 'MANAGER', 'OWNER'));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('VIEWER', 'ACCOUNTANT', 'MANAGER', 'OWNER'));
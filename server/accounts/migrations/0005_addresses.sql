-- Who has an address now, the pool says at the next start or sign-in.
UPDATE "users" SET "email" = NULL WHERE "email" IN (SELECT "email" FROM "users" GROUP BY "email" HAVING count(*) > 1);--> statement-breakpoint
DROP INDEX "users_by_email";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email" UNIQUE("email") DEFERRABLE;

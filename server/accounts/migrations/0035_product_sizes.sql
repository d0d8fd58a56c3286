ALTER TABLE "entered_products" ADD COLUMN "length" numeric(7, 3);--> statement-breakpoint
ALTER TABLE "entered_products" ADD COLUMN "width" numeric(7, 3);--> statement-breakpoint
ALTER TABLE "entered_products" ADD COLUMN "height" numeric(7, 3);--> statement-breakpoint
ALTER TABLE "entered_products" ADD COLUMN "weight" numeric(7, 3);--> statement-breakpoint
ALTER TABLE "entered_products" ADD CONSTRAINT "entered_products_sides" CHECK (num_nonnulls("entered_products"."length", "entered_products"."width", "entered_products"."height") in (0, 3));
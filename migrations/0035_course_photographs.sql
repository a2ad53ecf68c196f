ALTER TABLE "courses" ADD COLUMN "photo_path" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "photo_alt" text;--> statement-breakpoint
CREATE INDEX "courses_photos" ON "courses" USING btree ("photo_path") WHERE photo_path is not null;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_photo" CHECK ((photo_path is null) = (photo_alt is null));
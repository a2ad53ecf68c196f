ALTER TABLE "parked_forms" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "parked_forms" ADD CONSTRAINT "parked_forms_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parked_forms_user_id_index" ON "parked_forms" USING btree ("user_id");
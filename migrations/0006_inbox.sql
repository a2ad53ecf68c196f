DROP INDEX "contact_submissions_created_at_index";--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.plain_text(name || ' ' || surname || ' ' || email || ' ' || message)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_submissions_by_date" ON "contact_submissions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_submissions_new" ON "contact_submissions" USING btree ("created_at","id") WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "contact_submissions_handled" ON "contact_submissions" USING btree ("created_at","id") WHERE handled_at is not null;--> statement-breakpoint
CREATE INDEX "contact_submissions_search_text" ON "contact_submissions" USING gin (search_text gin_trgm_ops);
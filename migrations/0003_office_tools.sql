DROP INDEX "audit_logs_created_at_id_index";--> statement-breakpoint
DROP INDEX "audit_logs_user_id_id_index";--> statement-breakpoint
DROP INDEX "audit_logs_entity_type_action_id_index";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.plain_text(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_logs_by_kind" ON "audit_logs" USING btree ("entity_type","action","id");--> statement-breakpoint
CREATE INDEX "audit_logs_by_user" ON "audit_logs" USING btree ("user_id","entity_type","action","id");--> statement-breakpoint
CREATE INDEX "outgoing_mail_failed" ON "outgoing_mail" USING btree ("failed_at") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "profiles_search_text" ON "profiles" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_by_name" ON "profiles" USING btree (last_name collate "und-x-icu",first_name collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "profiles_admins" ON "profiles" USING btree ("id") WHERE role = 'admin';
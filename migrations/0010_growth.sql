CREATE TABLE "course_seats" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"approved" integer NOT NULL,
	"in_progress" integer NOT NULL,
	"completed" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "courses_public_order";--> statement-breakpoint
DROP INDEX "courses_admin_order";--> statement-breakpoint
DROP INDEX "user_courses_by_status";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "title_text" text GENERATED ALWAYS AS (public.plain_text(title)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "course_seats" ADD CONSTRAINT "course_seats_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_submissions_email_index" ON "contact_submissions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "contact_submissions_done" ON "contact_submissions" USING btree (coalesce(handled_at, created_at));--> statement-breakpoint
CREATE INDEX "courses_by_title" ON "courses" USING btree (title collate "und-x-icu","coming_soon","created_at" DESC NULLS FIRST,"id","start_date","end_date","max_partecipanti","title_text") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "courses_title_text" ON "courses" USING gin (title_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_updated_at_index" ON "courses" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "courses_end_date_index" ON "courses" USING btree ("end_date");--> statement-breakpoint
CREATE INDEX "courses_brochures" ON "courses" USING btree ("pdf_file_path") WHERE pdf_file_path is not null;--> statement-breakpoint
CREATE INDEX "outgoing_mail_created_at_index" ON "outgoing_mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outgoing_mail_to_address_index" ON "outgoing_mail" USING btree ("to_address");--> statement-breakpoint
CREATE INDEX "outgoing_mail_text" ON "outgoing_mail" USING gin (text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_unconfirmed" ON "profiles" USING btree ("updated_at") WHERE not email_verified;--> statement-breakpoint
CREATE INDEX "rate_limits_resets_at_index" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_expires_at_index" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "courses_public_order" ON "courses" USING btree ("coming_soon","start_date","id","end_date","max_partecipanti","title_text") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "courses_admin_order" ON "courses" USING btree ("coming_soon","created_at" DESC NULLS FIRST,"id","start_date","end_date","price","max_partecipanti","title_text") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "user_courses_by_status" ON "user_courses" USING btree ("status","requested_at","id","approved_at");--> statement-breakpoint
-- People in each course, counted in the transaction that moves them. In the order of the courses' ids, as everybody
-- else holds them, and only where a number changes.
CREATE FUNCTION public.count_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($statement$
    INSERT INTO public.course_seats AS seats (course_id, approved, in_progress, completed)
    SELECT * FROM (
      SELECT course_id,
        coalesce(sum(people) FILTER (WHERE status = 'approved'), 0) AS approved,
        coalesce(sum(people) FILTER (WHERE status = 'in_progress'), 0) AS in_progress,
        coalesce(sum(people) FILTER (WHERE status = 'completed'), 0) AS completed
      FROM (%s) AS moved GROUP BY course_id) AS changed
    WHERE (approved, in_progress, completed) IS DISTINCT FROM (0, 0, 0)
    ORDER BY course_id
    ON CONFLICT (course_id) DO UPDATE SET
      approved = seats.approved + excluded.approved,
      in_progress = seats.in_progress + excluded.in_progress,
      completed = seats.completed + excluded.completed$statement$,
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT course_id, status, 1 AS people FROM come'
      WHEN 'DELETE' THEN 'SELECT course_id, status, -1 AS people FROM gone'
      ELSE 'SELECT course_id, status, 1 AS people FROM come UNION ALL SELECT course_id, status, -1 FROM gone'
    END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_seats_of_come AFTER INSERT ON "user_courses" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public.count_seats();
--> statement-breakpoint
CREATE TRIGGER count_seats_of_gone AFTER DELETE ON "user_courses" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.count_seats();
--> statement-breakpoint
CREATE TRIGGER count_seats_of_moved AFTER UPDATE ON "user_courses" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public.count_seats();
--> statement-breakpoint
CREATE FUNCTION public.begin_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.course_seats SELECT id, 0, 0, 0 FROM come;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER begin_seats AFTER INSERT ON "courses" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public.begin_seats();
--> statement-breakpoint
INSERT INTO "course_seats" ("course_id", "approved", "in_progress", "completed")
SELECT courses.id, count(*) FILTER (WHERE status = 'approved'), count(*) FILTER (WHERE status = 'in_progress'), count(*) FILTER (WHERE status = 'completed')
FROM "courses" LEFT JOIN "user_courses" ON course_id = courses.id GROUP BY courses.id;

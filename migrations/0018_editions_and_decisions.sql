CREATE TABLE "decision_rows" (
	"decision_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"course_id" uuid NOT NULL,
	"enrolment_id" uuid,
	"status" text,
	"approved_at" timestamp with time zone,
	"approved_by" text,
	"rejected_at" timestamp with time zone,
	"rejected_by" text,
	"reject_reason" text,
	"decision_before" uuid,
	CONSTRAINT "decision_rows_decision_id_user_id_course_id_pk" PRIMARY KEY("decision_id","user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"actor_id" text,
	"course_id" uuid,
	"course_version" integer,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	CONSTRAINT "decisions_kind" CHECK (kind in ('approve', 'reject', 'reopen', 'start', 'complete', 'uncomplete', 'unstart', 'enrol', 'cancel', 'transfer', 'cancel-edition', 'confirm-edition', 'postpone', 'message'))
);
--> statement-breakpoint
CREATE TABLE "edition_messages" (
	"decision_id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "postponement_answers" (
	"postponement_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"stays" boolean NOT NULL,
	"answered_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "postponement_answers_postponement_id_enrolment_id_pk" PRIMARY KEY("postponement_id","enrolment_id")
);
--> statement-breakpoint
CREATE TABLE "postponements" (
	"decision_id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"sessions_before" jsonb NOT NULL,
	"answer_by" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminders_sent" (
	"enrolment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_sent_enrolment_id_kind_pk" PRIMARY KEY("enrolment_id","kind"),
	CONSTRAINT "reminders_sent_kind" CHECK (kind in ('joining', 'thanks'))
);
--> statement-breakpoint
ALTER TABLE "course_sessions" DROP CONSTRAINT "course_sessions_number";--> statement-breakpoint
ALTER TABLE "user_courses" DROP CONSTRAINT "user_courses_one_link";--> statement-breakpoint
DROP INDEX "courses_public_order";--> statement-breakpoint
ALTER TABLE "course_sessions" DROP CONSTRAINT "course_sessions_course_id_position_pk";--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_course_id_number_pk" PRIMARY KEY("course_id","number");--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "series_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "min_participants" smallint;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "confirm_by" date;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "joining_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "thanks_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "ending" text;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "transferred_to" uuid;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "decision_rows" ADD CONSTRAINT "decision_rows_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_rows" ADD CONSTRAINT "decision_rows_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_rows" ADD CONSTRAINT "decision_rows_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_rows" ADD CONSTRAINT "decision_rows_enrolment_id_user_courses_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."user_courses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_rows" ADD CONSTRAINT "decision_rows_approved_by_profiles_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_rows" ADD CONSTRAINT "decision_rows_rejected_by_profiles_id_fk" FOREIGN KEY ("rejected_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_rows" ADD CONSTRAINT "decision_rows_decision_before_decisions_id_fk" FOREIGN KEY ("decision_before") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_actor_id_profiles_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_undone_by_profiles_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_messages" ADD CONSTRAINT "edition_messages_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_messages" ADD CONSTRAINT "edition_messages_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postponement_answers" ADD CONSTRAINT "postponement_answers_postponement_id_postponements_decision_id_fk" FOREIGN KEY ("postponement_id") REFERENCES "public"."postponements"("decision_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postponement_answers" ADD CONSTRAINT "postponement_answers_enrolment_id_user_courses_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."user_courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postponements" ADD CONSTRAINT "postponements_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postponements" ADD CONSTRAINT "postponements_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders_sent" ADD CONSTRAINT "reminders_sent_enrolment_id_user_courses_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."user_courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_rows_user_id_index" ON "decision_rows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "decision_rows_course_id_index" ON "decision_rows" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "decision_rows_enrolment_id_index" ON "decision_rows" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "decision_rows_approved_by_index" ON "decision_rows" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "decision_rows_rejected_by_index" ON "decision_rows" USING btree ("rejected_by");--> statement-breakpoint
CREATE INDEX "decision_rows_decision_before_index" ON "decision_rows" USING btree ("decision_before");--> statement-breakpoint
CREATE INDEX "decisions_by_time" ON "decisions" USING btree ("made_at","id");--> statement-breakpoint
CREATE INDEX "decisions_actor_id_index" ON "decisions" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "decisions_undone_by_index" ON "decisions" USING btree ("undone_by");--> statement-breakpoint
CREATE INDEX "decisions_course_id_index" ON "decisions" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "edition_messages_course_id_created_at_index" ON "edition_messages" USING btree ("course_id","created_at");--> statement-breakpoint
CREATE INDEX "postponement_answers_enrolment_id_index" ON "postponement_answers" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "postponements_course_id_created_at_index" ON "postponements" USING btree ("course_id","created_at");--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD CONSTRAINT "outgoing_mail_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_ended_by_profiles_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_transferred_to_user_courses_id_fk" FOREIGN KEY ("transferred_to") REFERENCES "public"."user_courses"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courses_series_id_index" ON "courses" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "courses_to_confirm" ON "courses" USING btree ("confirm_by") WHERE confirm_by is not null and confirmed_at is null and cancelled_at is null;--> statement-breakpoint
CREATE INDEX "outgoing_mail_decided" ON "outgoing_mail" USING btree ("decision_id") WHERE decision_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_courses_one_live" ON "user_courses" USING btree ("user_id","course_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "user_courses_user_id_index" ON "user_courses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_courses_ended_by_index" ON "user_courses" USING btree ("ended_by");--> statement-breakpoint
CREATE INDEX "user_courses_transferred_to_index" ON "user_courses" USING btree ("transferred_to");--> statement-breakpoint
CREATE INDEX "user_courses_decision_id_index" ON "user_courses" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "courses_public_order" ON "courses" USING btree ("coming_soon","start_date","id","end_date","max_partecipanti","title_text","price","theme","format","place") WHERE archived_at is null and not draft and cancelled_at is null;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_position" UNIQUE("course_id","position") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_minimum" CHECK (min_participants > 0);--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_cancellation" CHECK (cancelled_at is not null or cancel_reason is null);--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_ended_state" CHECK (ended_at is null or status in ('pending', 'approved', 'in_progress'));--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_ending" CHECK (ending in ('cancelled_by_person', 'cancelled_by_office', 'transferred', 'edition_cancelled'));--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_end" CHECK ((ended_at is null) = (ending is null) and (ended_at is not null or (end_reason is null and ended_by is null and transferred_to is null)));
--> statement-breakpoint
-- An enrolment that has ended holds no seat.
CREATE OR REPLACE FUNCTION public.count_seats() RETURNS trigger LANGUAGE plpgsql AS $$
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
      WHEN 'INSERT' THEN 'SELECT course_id, status, 1 AS people FROM come WHERE ended_at IS NULL'
      WHEN 'DELETE' THEN 'SELECT course_id, status, -1 AS people FROM gone WHERE ended_at IS NULL'
      ELSE 'SELECT course_id, status, 1 AS people FROM come WHERE ended_at IS NULL
        UNION ALL SELECT course_id, status, -1 FROM gone WHERE ended_at IS NULL'
    END);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER seat_changed_on_pages ON user_courses;
--> statement-breakpoint
CREATE TRIGGER seat_changed_on_pages AFTER UPDATE OF status, course_id, ended_at ON user_courses
  FOR EACH ROW WHEN (OLD.course_id <> NEW.course_id OR
    (OLD.status IN ('approved', 'in_progress', 'completed') AND OLD.ended_at IS NULL)
      <> (NEW.status IN ('approved', 'in_progress', 'completed') AND NEW.ended_at IS NULL))
  EXECUTE FUNCTION public.announce_page_change();

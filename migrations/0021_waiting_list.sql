CREATE TABLE "interests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"known_editions" uuid[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "interests_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "interests_once" UNIQUE("course_id","email")
);
--> statement-breakpoint
CREATE TABLE "seat_offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"enrolment_id" uuid,
	"token_hash" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"made_by" text,
	"reason" text,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answer" text,
	"decision_id" uuid,
	CONSTRAINT "seat_offers_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "seat_offers_answer" CHECK (answer in ('accepted', 'declined', 'expired', 'withdrawn')),
	CONSTRAINT "seat_offers_answered" CHECK ((answered_at is null) = (answer is null))
);
--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_kind";--> statement-breakpoint
DROP INDEX "user_courses_pending";--> statement-breakpoint
ALTER TABLE "course_seats" ADD COLUMN "offered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "decision_rows" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "decision_rows" ADD COLUMN "admitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "decision_rows" ADD COLUMN "admitted_by" text;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "any_edition" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "move_reason" text;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "admitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "admitted_by" text;--> statement-breakpoint
ALTER TABLE "interests" ADD CONSTRAINT "interests_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_offers" ADD CONSTRAINT "seat_offers_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_offers" ADD CONSTRAINT "seat_offers_enrolment_id_user_courses_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."user_courses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_offers" ADD CONSTRAINT "seat_offers_made_by_profiles_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_offers" ADD CONSTRAINT "seat_offers_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "interests_email_index" ON "interests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "interests_created_at_index" ON "interests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "interests_to_tell" ON "interests" USING btree ("course_id") WHERE confirmed_at is not null and told_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "seat_offers_one_open" ON "seat_offers" USING btree ("enrolment_id") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "seat_offers_course_id_made_at_index" ON "seat_offers" USING btree ("course_id","made_at");--> statement-breakpoint
CREATE INDEX "seat_offers_open" ON "seat_offers" USING btree ("expires_at") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "seat_offers_enrolment_id_index" ON "seat_offers" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "seat_offers_made_by_index" ON "seat_offers" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "seat_offers_decision_id_index" ON "seat_offers" USING btree ("decision_id");--> statement-breakpoint
ALTER TABLE "decision_rows" ADD CONSTRAINT "decision_rows_admitted_by_profiles_id_fk" FOREIGN KEY ("admitted_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_admitted_by_profiles_id_fk" FOREIGN KEY ("admitted_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_rows_admitted_by_index" ON "decision_rows" USING btree ("admitted_by");--> statement-breakpoint
CREATE INDEX "user_courses_queue" ON "user_courses" USING btree ("requested_at","id") WHERE status = 'pending' and ended_at is null and admitted_at is null;--> statement-breakpoint
CREATE INDEX "user_courses_waiting" ON "user_courses" USING btree ("course_id","priority" DESC NULLS FIRST,"waiting_since","id") WHERE status = 'pending' and ended_at is null and waiting_since is not null;--> statement-breakpoint
CREATE INDEX "user_courses_admitted_by_index" ON "user_courses" USING btree ("admitted_by");--> statement-breakpoint
CREATE INDEX "user_courses_pending" ON "user_courses" USING btree ("course_id","requested_at") WHERE status = 'pending' and ended_at is null and admitted_at is null;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_kind" CHECK (kind in ('approve', 'admit', 'reject', 'reopen', 'start', 'complete', 'uncomplete', 'unstart', 'enrol', 'cancel', 'transfer', 'cancel-edition', 'confirm-edition', 'postpone', 'message', 'document'));--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_priority" CHECK ((priority > 0) = (move_reason is not null) and priority >= 0);
--> statement-breakpoint
-- A seat that is offered counts as taken.
CREATE FUNCTION public.count_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($statement$
    INSERT INTO public.course_seats AS seats (course_id, approved, in_progress, completed, offered)
    SELECT course_id, 0, 0, 0, sum(seats) FROM (%s) AS moved
    GROUP BY course_id HAVING sum(seats) <> 0 ORDER BY course_id
    ON CONFLICT (course_id) DO UPDATE SET offered = seats.offered + excluded.offered$statement$,
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT course_id, 1 AS seats FROM come WHERE answered_at IS NULL'
      WHEN 'DELETE' THEN 'SELECT course_id, -1 AS seats FROM gone WHERE answered_at IS NULL'
      ELSE 'SELECT course_id, 1 AS seats FROM come WHERE answered_at IS NULL
        UNION ALL SELECT course_id, -1 FROM gone WHERE answered_at IS NULL'
    END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_offers_of_come AFTER INSERT ON seat_offers REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public.count_offers();
--> statement-breakpoint
CREATE TRIGGER count_offers_of_gone AFTER DELETE ON seat_offers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.count_offers();
--> statement-breakpoint
CREATE TRIGGER count_offers_of_moved AFTER UPDATE ON seat_offers REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public.count_offers();
--> statement-breakpoint
-- The page of a course tells its seats and its waiting list.
CREATE TRIGGER seat_offers_on_pages AFTER INSERT OR UPDATE OR DELETE ON seat_offers
  FOR EACH ROW EXECUTE FUNCTION public.announce_page_change();
--> statement-breakpoint
CREATE TRIGGER waiting_come_on_pages AFTER INSERT ON user_courses
  FOR EACH ROW WHEN (NEW.waiting_since IS NOT NULL) EXECUTE FUNCTION public.announce_page_change();
--> statement-breakpoint
CREATE TRIGGER waiting_gone_on_pages AFTER DELETE ON user_courses
  FOR EACH ROW WHEN (OLD.waiting_since IS NOT NULL) EXECUTE FUNCTION public.announce_page_change();
--> statement-breakpoint
CREATE TRIGGER waiting_changed_on_pages AFTER UPDATE OF status, ended_at, waiting_since ON user_courses
  FOR EACH ROW WHEN ((OLD.status = 'pending' AND OLD.ended_at IS NULL AND OLD.waiting_since IS NOT NULL)
    <> (NEW.status = 'pending' AND NEW.ended_at IS NULL AND NEW.waiting_since IS NOT NULL))
  EXECUTE FUNCTION public.announce_page_change();

ALTER TABLE "user_courses" ADD COLUMN "refund_ground" text;--> statement-breakpoint
CREATE INDEX "user_courses_refundable" ON "user_courses" USING btree ("ended_at","id") WHERE refund_ground is not null;--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_refund" CHECK (refund_ground in ('early', 'late', 'begun', 'free'));--> statement-breakpoint
-- Enrolments that ended before: by the start of their edition as it is today.
UPDATE "user_courses" AS enrolment SET "refund_ground" = CASE
  WHEN enrolment.ending = 'edition_cancelled' OR course.start_date IS NULL THEN 'free'
  WHEN (enrolment.ended_at AT TIME ZONE 'Europe/Rome')::date <= course.start_date - 14 THEN 'early'
  WHEN (enrolment.ended_at AT TIME ZONE 'Europe/Rome')::date < course.start_date THEN 'late'
  ELSE 'begun' END
FROM "courses" AS course
WHERE course.id = enrolment.course_id AND enrolment.ending <> 'transferred';

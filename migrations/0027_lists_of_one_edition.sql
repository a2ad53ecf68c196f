-- A request waits in its own edition: the place there stays, and an open offer of another edition is withdrawn.
UPDATE seat_offers SET answered_at = clock_timestamp(), answer = 'withdrawn' FROM user_courses
  WHERE user_courses.id = enrolment_id AND user_courses.course_id <> seat_offers.course_id AND answered_at IS NULL;
--> statement-breakpoint
DROP TRIGGER waiting_widened_on_pages ON user_courses;
--> statement-breakpoint
ALTER TABLE "decision_rows" ADD COLUMN "row_before" jsonb;
--> statement-breakpoint
-- Decisions that can still be undone find their columns in the image. They end enrolments of their own only.
UPDATE decision_rows SET row_before = jsonb_build_object('ended_at', null, 'ending', null, 'end_reason', null,
    'ended_by', null, 'transferred_to', null, 'status', status, 'approved_at', approved_at, 'approved_by', approved_by,
    'rejected_at', rejected_at, 'rejected_by', rejected_by, 'reject_reason', reject_reason,
    'waiting_since', waiting_since, 'admitted_at', admitted_at, 'admitted_by', admitted_by, 'decision_id', decision_before)
  WHERE status IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP CONSTRAINT "decision_rows_approved_by_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP CONSTRAINT "decision_rows_rejected_by_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP CONSTRAINT "decision_rows_admitted_by_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP CONSTRAINT "decision_rows_decision_before_decisions_id_fk";
--> statement-breakpoint
ALTER TABLE "seat_offers" DROP CONSTRAINT "seat_offers_decision_id_decisions_id_fk";
--> statement-breakpoint
DROP INDEX "decision_rows_approved_by_index";
--> statement-breakpoint
DROP INDEX "decision_rows_rejected_by_index";
--> statement-breakpoint
DROP INDEX "decision_rows_admitted_by_index";
--> statement-breakpoint
DROP INDEX "decision_rows_decision_before_index";
--> statement-breakpoint
DROP INDEX "seat_offers_decision_id_index";
--> statement-breakpoint
CREATE INDEX "decisions_held_until_index" ON "decisions" USING btree ("held_until");
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP COLUMN "status";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP COLUMN "approved_at";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP COLUMN "approved_by";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP COLUMN "rejected_at";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP COLUMN "rejected_by";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP COLUMN "reject_reason";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP COLUMN "waiting_since";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP COLUMN "admitted_at";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP COLUMN "admitted_by";
--> statement-breakpoint
ALTER TABLE "decision_rows" DROP COLUMN "decision_before";
--> statement-breakpoint
ALTER TABLE "seat_offers" DROP COLUMN "decision_id";
--> statement-breakpoint
ALTER TABLE "user_courses" DROP COLUMN "any_edition";
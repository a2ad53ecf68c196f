ALTER TABLE "user_courses" ADD COLUMN "agreed_price" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_price" CHECK (agreed_price >= 0);
--> statement-breakpoint
-- Requests from before have the price that held on the day when they were made.
UPDATE user_courses SET agreed_price = CASE
  WHEN courses.price_early_bird > 0 AND (courses.early_bird_until IS NULL
    OR (user_courses.requested_at AT TIME ZONE 'Europe/Rome')::date <= courses.early_bird_until)
  THEN courses.price_early_bird ELSE courses.price END
FROM courses WHERE courses.id = user_courses.course_id;

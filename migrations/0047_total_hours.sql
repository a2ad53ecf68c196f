-- Each lesson in whole minutes, as its register has it: 2:40 hours are stored as 2.67, and three of them are 8 hours.
UPDATE "courses" SET "total_hours" = added."hours" FROM (
  SELECT "course_id", round(sum(round("hours" * 60)) / 60, 2) AS "hours" FROM "course_sessions" GROUP BY "course_id") AS added
  WHERE added."course_id" = "courses"."id" AND "total_hours" IS NOT NULL AND "total_hours" <> added."hours";

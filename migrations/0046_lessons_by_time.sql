-- The lessons of a course in order of time, by which all pages number them, instead of the order of the course form.
UPDATE "course_sessions" SET "position" = placed."position" FROM (
  SELECT "course_id", "number", (row_number() OVER (
    PARTITION BY "course_id" ORDER BY "start_date", "start_time" NULLS FIRST, "position") - 1)::smallint AS "position"
  FROM "course_sessions") AS placed
  WHERE placed."course_id" = "course_sessions"."course_id" AND placed."number" = "course_sessions"."number"
    AND placed."position" <> "course_sessions"."position";
--> statement-breakpoint
-- Checks the places now, since later migrations of the same transaction may change the table.
SET CONSTRAINTS "course_sessions_position" IMMEDIATE;

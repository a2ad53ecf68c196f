ALTER TABLE "course_sessions" ADD COLUMN "number" smallint;--> statement-breakpoint
-- The numbers that calendar programs know them by already: their places.
UPDATE "course_sessions" SET "number" = placed."number" FROM (
  SELECT "course_id", "position", row_number() OVER (PARTITION BY "course_id" ORDER BY "position") AS "number"
  FROM "course_sessions") AS placed
  WHERE placed."course_id" = "course_sessions"."course_id" AND placed."position" = "course_sessions"."position";
--> statement-breakpoint
ALTER TABLE "course_sessions" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_number" UNIQUE("course_id","number");--> statement-breakpoint
-- There is a total only where every session has hours.
UPDATE "courses" SET "total_hours" = NULL WHERE "total_hours" IS NOT NULL AND "id" IN (
  SELECT "course_id" FROM "course_sessions" WHERE "hours" IS NULL);

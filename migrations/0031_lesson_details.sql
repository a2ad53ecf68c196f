ALTER TABLE "course_sessions" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD COLUMN "link" text;
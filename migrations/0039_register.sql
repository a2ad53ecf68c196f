CREATE TABLE "attendance" (
	"course_id" uuid NOT NULL,
	"lesson" smallint NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"arrived_at" time(0),
	"left_at" time(0),
	"marked_by" text,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_course_id_lesson_enrolment_id_pk" PRIMARY KEY("course_id","lesson","enrolment_id"),
	CONSTRAINT "attendance_minutes" CHECK (minutes >= 0),
	CONSTRAINT "attendance_times" CHECK ((arrived_at is null) = (left_at is null) and arrived_at < left_at)
);
--> statement-breakpoint
ALTER TABLE "course_sessions" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD COLUMN "closed_by" text;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD COLUMN "reopen_reason" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "attendance_threshold" smallint DEFAULT 80 NOT NULL;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_enrolment_id_user_courses_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."user_courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_marked_by_profiles_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_lesson" FOREIGN KEY ("course_id","lesson") REFERENCES "public"."course_sessions"("course_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_enrolment_id_index" ON "attendance" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "attendance_marked_by_index" ON "attendance" USING btree ("marked_by");--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_closed_by_profiles_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_sessions_closed_by_index" ON "course_sessions" USING btree ("closed_by");--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_closed" CHECK (closed_at is not null or closed_by is null);--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_attendance_threshold" CHECK (attendance_threshold between 1 and 100);
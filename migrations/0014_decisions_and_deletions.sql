ALTER TABLE "course_documents" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "rejected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "rejected_by" text;--> statement-breakpoint
ALTER TABLE "user_courses" ADD COLUMN "reject_reason" text;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_updated_by_profiles_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_rejected_by_profiles_id_fk" FOREIGN KEY ("rejected_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_documents_deleted_at_index" ON "course_documents" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "courses_updated_by_index" ON "courses" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "user_courses_rejected" ON "user_courses" USING btree ("rejected_at","id") WHERE status = 'rejected';--> statement-breakpoint
CREATE INDEX "user_courses_rejected_by_index" ON "user_courses" USING btree ("rejected_by");--> statement-breakpoint
-- The latest rejection of each enrolment that is still rejected, as the log has it.
UPDATE "user_courses" SET "rejected_at" = entry."created_at", "reject_reason" = entry."details" ->> 'reason',
    "rejected_by" = (SELECT "id" FROM "profiles" WHERE "profiles"."id" = entry."user_id")
  FROM (SELECT DISTINCT ON ("entity_id") * FROM "audit_logs"
    WHERE "entity_type" = 'user_courses' AND "details" -> 'new' ->> 'status' = 'rejected'
    ORDER BY "entity_id", "id" DESC) AS entry
  WHERE entry."entity_id" = "user_courses"."id"::text AND "status" = 'rejected';--> statement-breakpoint
UPDATE "user_courses" SET "rejected_at" = "requested_at" WHERE "status" = 'rejected' AND "rejected_at" IS NULL;--> statement-breakpoint
-- Who changed a course last.
UPDATE "courses" SET "updated_by" = entry."user_id"
  FROM (SELECT DISTINCT ON ("entity_id") "entity_id", "user_id" FROM "audit_logs" WHERE "entity_type" = 'courses'
    ORDER BY "entity_id", "id" DESC) AS entry
  WHERE entry."entity_id" = "courses"."id"::text AND entry."user_id" IN (SELECT "id" FROM "profiles");--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_rejection" CHECK ((status = 'rejected') = (rejected_at is not null) and (rejected_at is not null or (rejected_by is null and reject_reason is null)));
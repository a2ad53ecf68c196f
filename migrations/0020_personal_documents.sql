CREATE TABLE "personal_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" integer NOT NULL,
	"file_path" text NOT NULL,
	"given_by" text,
	"decision_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "personal_documents_filePath_unique" UNIQUE("file_path"),
	CONSTRAINT "personal_documents_kind" CHECK (kind in ('attestato', 'contratto', 'lettera', 'altro')),
	CONSTRAINT "personal_documents_size" CHECK (file_size > 0)
);
--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_kind";--> statement-breakpoint
ALTER TABLE "personal_documents" ADD CONSTRAINT "personal_documents_enrolment_id_user_courses_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."user_courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_documents" ADD CONSTRAINT "personal_documents_given_by_profiles_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_documents" ADD CONSTRAINT "personal_documents_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "personal_documents_enrolment_id_created_at_index" ON "personal_documents" USING btree ("enrolment_id","created_at");--> statement-breakpoint
CREATE INDEX "personal_documents_given_by_index" ON "personal_documents" USING btree ("given_by");--> statement-breakpoint
CREATE INDEX "personal_documents_decision_id_index" ON "personal_documents" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "personal_documents_created_at_index" ON "personal_documents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "personal_documents_deleted_at_index" ON "personal_documents" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "user_courses_pending" ON "user_courses" USING btree ("course_id","requested_at") WHERE status = 'pending' and ended_at is null;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_kind" CHECK (kind in ('approve', 'reject', 'reopen', 'start', 'complete', 'uncomplete', 'unstart', 'enrol', 'cancel', 'transfer', 'cancel-edition', 'confirm-edition', 'postpone', 'message', 'document'));
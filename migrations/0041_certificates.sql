CREATE TABLE "certificate_numbers" (
	"year" smallint PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"year" smallint NOT NULL,
	"seq" integer NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"code" text NOT NULL,
	"facts" jsonb NOT NULL,
	"document_id" uuid,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"issued_by" text,
	"decision_id" uuid,
	"replaces" uuid,
	"replace_reason" text,
	"ended_at" timestamp with time zone,
	"ending" text,
	"end_reason" text,
	"ended_by" text,
	CONSTRAINT "certificates_code_unique" UNIQUE("code"),
	CONSTRAINT "certificates_number" UNIQUE("year","seq"),
	CONSTRAINT "certificates_seq" CHECK (seq > 0),
	CONSTRAINT "certificates_ending" CHECK (ending in ('revoked', 'replaced', 'void')),
	CONSTRAINT "certificates_end" CHECK ((ended_at is null) = (ending is null) and coalesce(ending = 'revoked', false) = (end_reason is not null))
);
--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_kind";--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_enrolment_id_user_courses_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."user_courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_document_id_personal_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."personal_documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_issued_by_profiles_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_replaces_certificates_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."certificates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_ended_by_profiles_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_one_valid" ON "certificates" USING btree ("enrolment_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "certificates_enrolment_id_index" ON "certificates" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "certificates_to_draw" ON "certificates" USING btree ("year","seq") WHERE document_id is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "certificates_document_id_index" ON "certificates" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "certificates_issued_at_index" ON "certificates" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "certificates_issued_by_index" ON "certificates" USING btree ("issued_by");--> statement-breakpoint
CREATE INDEX "certificates_ended_by_index" ON "certificates" USING btree ("ended_by");--> statement-breakpoint
CREATE INDEX "certificates_decision_id_index" ON "certificates" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "certificates_replaces_index" ON "certificates" USING btree ("replaces");--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_kind" CHECK (kind in ('approve', 'admit', 'reject', 'reopen', 'start', 'complete', 'uncomplete', 'unstart', 'enrol', 'cancel', 'transfer', 'cancel-edition', 'confirm-edition', 'postpone', 'message', 'document', 'certificate'));
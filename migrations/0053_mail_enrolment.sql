ALTER TABLE "bank_lines" DROP CONSTRAINT "bank_lines_read_by_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "certificates" DROP CONSTRAINT "certificates_ended_by_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "user_courses" DROP CONSTRAINT "user_courses_admitted_by_profiles_id_fk";
--> statement-breakpoint
DROP INDEX "bank_lines_read_by_index";--> statement-breakpoint
DROP INDEX "certificates_ended_by_index";--> statement-breakpoint
DROP INDEX "user_courses_admitted_by_index";--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "enrolment_id" uuid;--> statement-breakpoint
CREATE INDEX "outgoing_mail_enrolment" ON "outgoing_mail" USING btree ("enrolment_id") WHERE enrolment_id is not null;--> statement-breakpoint
-- E-mails that wait: of several enrolments of a person in one decision, the one whose page the e-mail links to.
update outgoing_mail set enrolment_id = about.enrolment_id
from (select distinct on (mail.id) mail.id, decided.enrolment_id
  from outgoing_mail as mail
  join decision_rows as decided on decided.decision_id = mail.decision_id
  join profiles as person on person.id = decided.user_id and person.email = mail.to_address
  where mail.sent_at is null and decided.enrolment_id is not null
  order by mail.id, (position(decided.enrolment_id::text in mail.html) > 0) desc) as about
where about.id = outgoing_mail.id;--> statement-breakpoint
ALTER TABLE "bank_lines" DROP COLUMN "read_at";--> statement-breakpoint
ALTER TABLE "bank_lines" DROP COLUMN "read_by";--> statement-breakpoint
ALTER TABLE "certificates" DROP COLUMN "ended_by";--> statement-breakpoint
ALTER TABLE "sign_ups" DROP COLUMN "company";--> statement-breakpoint
ALTER TABLE "sign_ups" DROP COLUMN "phone";--> statement-breakpoint
ALTER TABLE "user_courses" DROP COLUMN "admitted_by";
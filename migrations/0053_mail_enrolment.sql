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
where about.id = outgoing_mail.id;

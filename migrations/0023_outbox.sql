DROP INDEX "outgoing_mail_due";--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "to_many" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "refused_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "outgoing_mail_due" ON "outgoing_mail" USING btree ("to_many","due_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
-- What has left needs no working links here: whoever read the table, or a backup of it, could open them.
UPDATE "outgoing_mail" SET
  "text" = regexp_replace("text", '(\ytoken=|/(?:calendario|offerte|avvisi)/)[A-Za-z0-9_-]+', '\1…', 'g'),
  "html" = regexp_replace("html", '(\ytoken=|/(?:calendario|offerte|avvisi)/)[A-Za-z0-9_-]+', '\1…', 'g')
WHERE "sent_at" IS NOT NULL AND "text" ~ '(\ytoken=|/(calendario|offerte|avvisi)/)';

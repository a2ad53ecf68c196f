CREATE TABLE "mail_attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" integer NOT NULL,
	"file_path" text NOT NULL,
	"added_by" text,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_attachments_filePath_unique" UNIQUE("file_path"),
	CONSTRAINT "mail_attachments_size" CHECK (file_size > 0)
);
--> statement-breakpoint
ALTER TABLE "edition_messages" ADD COLUMN "attachments" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "attachments" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_attachments" ADD CONSTRAINT "mail_attachments_added_by_profiles_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_attachments_added_by_index" ON "mail_attachments" USING btree ("added_by");--> statement-breakpoint
CREATE INDEX "mail_attachments_used_at_index" ON "mail_attachments" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "outgoing_mail_attached" ON "outgoing_mail" USING btree ("id") WHERE sent_at is null and attachments <> '{}';
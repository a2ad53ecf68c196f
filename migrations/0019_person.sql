CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_id" uuid NOT NULL,
	"text" text NOT NULL,
	"written_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_emails" (
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"proven" boolean NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_emails_user_id_email_pk" PRIMARY KEY("user_id","email")
);
--> statement-breakpoint
CREATE TABLE "person_notes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"note" text NOT NULL,
	"written_by" text,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "outgoing_mail_to_address_index";--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "phone_digits" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(phone, '^[^0-9+]*(\+|00)[^0-9]*39', ''), '[^0-9]', '', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.plain_text(to_name || ' ' || to_address || ' ' || subject)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "phone_digits" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(phone, '^[^0-9+]*(\+|00)[^0-9]*39', ''), '[^0-9]', '', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "company_text" text GENERATED ALWAYS AS (public.plain_text(company)) STORED;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_contact_id_contact_submissions_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contact_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_written_by_profiles_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_emails" ADD CONSTRAINT "former_emails_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_written_by_profiles_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_replies_contact_id_created_at_index" ON "contact_replies" USING btree ("contact_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_replies_written_by_index" ON "contact_replies" USING btree ("written_by");--> statement-breakpoint
CREATE INDEX "person_notes_written_by_index" ON "person_notes" USING btree ("written_by");--> statement-breakpoint
CREATE INDEX "contact_submissions_phone_digits" ON "contact_submissions" USING gin (phone_digits gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "outgoing_mail_to_address_id_index" ON "outgoing_mail" USING btree ("to_address","id");--> statement-breakpoint
CREATE INDEX "outgoing_mail_search_text" ON "outgoing_mail" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_phone_digits" ON "profiles" USING gin (phone_digits gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_company_text" ON "profiles" USING gin (company_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "verifications_by_value" ON "verifications" USING btree (value text_pattern_ops);
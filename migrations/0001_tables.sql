CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_providerId_accountId_unique" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "audit_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_logs_action" CHECK (action in ('create', 'update', 'delete'))
);
--> statement-breakpoint
CREATE TABLE "contact_submissions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"surname" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"message" text NOT NULL,
	"privacy_version" date NOT NULL,
	"note" text,
	"handled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"description" text,
	"file_type" text NOT NULL,
	"file_size" integer NOT NULL,
	"file_path" text NOT NULL,
	"visibility" text DEFAULT 'iscritti' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_documents_filePath_unique" UNIQUE("file_path"),
	CONSTRAINT "course_documents_size" CHECK (file_size >= 0),
	CONSTRAINT "course_documents_visibility" CHECK (visibility in ('pubblico', 'iscritti', 'ufficio'))
);
--> statement-breakpoint
CREATE TABLE "course_sessions" (
	"course_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"start_date" date NOT NULL,
	"start_time" time(0),
	"end_date" date NOT NULL,
	"end_time" time(0),
	"hours" numeric(5, 2),
	CONSTRAINT "course_sessions_course_id_position_pk" PRIMARY KEY("course_id","position"),
	CONSTRAINT "course_sessions_order" CHECK ((end_date, coalesce(end_time, '24:00')) >= (start_date, coalesce(start_time, '00:00'))),
	CONSTRAINT "course_sessions_hours" CHECK (hours > 0)
);
--> statement-breakpoint
CREATE TABLE "course_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"short_description" text,
	"description" text,
	"modalita" text,
	"tipo_sessione" text,
	"location" text,
	"max_partecipanti" integer,
	"price" numeric(10, 2),
	"price_early_bird" numeric(10, 2),
	"price_single_module" numeric(10, 2),
	"payment_installments" numeric(10, 2)[] DEFAULT '{}' NOT NULL,
	"coming_soon" boolean DEFAULT false NOT NULL,
	"pdf_file_path" text,
	"start_date" date,
	"end_date" date,
	"total_hours" numeric(7, 2),
	"duration" text,
	"level" text,
	"destinatari" text[] DEFAULT '{}' NOT NULL,
	"moduli" text[] DEFAULT '{}' NOT NULL,
	"contenuti" text[] DEFAULT '{}' NOT NULL,
	"metodologie" text[] DEFAULT '{}' NOT NULL,
	"certificazione" text[] DEFAULT '{}' NOT NULL,
	"contatti_email" text[] DEFAULT '{}' NOT NULL,
	"motivi" text[] DEFAULT '{}' NOT NULL,
	"partner_promotori" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	"search_document" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('public.italiano', public.plain_text(title)), 'A') || setweight(to_tsvector('public.italiano', public.plain_text(coalesce(short_description, '') || ' ' || coalesce(description, ''))), 'B')) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (public.plain_text(title || ' ' || coalesce(short_description, '') || ' ' || coalesce(description, ''))) STORED NOT NULL,
	CONSTRAINT "courses_slug_unique" UNIQUE("slug"),
	CONSTRAINT "courses_title_present" CHECK (btrim(title) <> ''),
	CONSTRAINT "courses_slug_form" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "courses_seats" CHECK (max_partecipanti >= 0),
	CONSTRAINT "courses_prices" CHECK (price >= 0 and price_early_bird >= 0 and price_single_module >= 0),
	CONSTRAINT "courses_dates" CHECK (end_date >= start_date)
);
--> statement-breakpoint
CREATE TABLE "outgoing_mail" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outgoing_mail_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"to_name" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"leased_by" text,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outgoing_mail_outcome" CHECK (sent_at is null or failed_at is null)
);
--> statement-breakpoint
CREATE TABLE "parked_forms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"path" text NOT NULL,
	"fields" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company" text,
	"phone" text,
	"image" text,
	"role" text DEFAULT 'member' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_email_unique" UNIQUE("email"),
	CONSTRAINT "profiles_email_lowercase" CHECK (email = lower(email)),
	CONSTRAINT "profiles_role" CHECK (role in ('member', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_courses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"course_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"participation_date" date,
	"approved_at" timestamp with time zone,
	"approved_by" text,
	CONSTRAINT "user_courses_one_link" UNIQUE("user_id","course_id"),
	CONSTRAINT "user_courses_status" CHECK (status in ('pending', 'approved', 'rejected', 'in_progress', 'completed')),
	CONSTRAINT "user_courses_approval" CHECK ((status in ('pending', 'rejected')) = (approved_at is null) and (approved_by is null or approved_at is not null))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_documents" ADD CONSTRAINT "course_documents_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_slugs" ADD CONSTRAINT "course_slugs_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_courses" ADD CONSTRAINT "user_courses_approved_by_profiles_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user_id_index" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_logs_created_at_id_index" ON "audit_logs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_user_id_id_index" ON "audit_logs" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "audit_logs_entity_type_action_id_index" ON "audit_logs" USING btree ("entity_type","action","id");--> statement-breakpoint
CREATE INDEX "audit_logs_entity_id_index" ON "audit_logs" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "contact_submissions_created_at_index" ON "contact_submissions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "course_documents_course_id_created_at_index" ON "course_documents" USING btree ("course_id","created_at");--> statement-breakpoint
CREATE INDEX "course_sessions_start_date_index" ON "course_sessions" USING btree ("start_date");--> statement-breakpoint
CREATE INDEX "course_slugs_course_id_index" ON "course_slugs" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "courses_public_order" ON "courses" USING btree ("start_date","id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "courses_admin_order" ON "courses" USING btree ("coming_soon","created_at" DESC NULLS FIRST) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "courses_search_document" ON "courses" USING gin ("search_document");--> statement-breakpoint
CREATE INDEX "courses_search_text" ON "courses" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "outgoing_mail_due" ON "outgoing_mail" USING btree ("due_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "parked_forms_expires_at_index" ON "parked_forms" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_courses_by_status" ON "user_courses" USING btree ("status","requested_at","id");--> statement-breakpoint
CREATE INDEX "user_courses_by_course" ON "user_courses" USING btree ("course_id","status");--> statement-breakpoint
CREATE INDEX "user_courses_approved_by_index" ON "user_courses" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");
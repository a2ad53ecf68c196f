CREATE TABLE "legal_versions" (
	"page" text NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"in_force_from" date,
	"revision" integer DEFAULT 1 NOT NULL,
	"saved_by" text,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "legal_versions_page_number_pk" PRIMARY KEY("page","number"),
	CONSTRAINT "legal_versions_published" CHECK (published_at is null or in_force_from is not null)
);
--> statement-breakpoint
ALTER TABLE "legal_versions" ADD CONSTRAINT "legal_versions_saved_by_profiles_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "legal_versions_draft" ON "legal_versions" USING btree ("page") WHERE published_at is null;--> statement-breakpoint
CREATE TRIGGER legal_versions_on_pages AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON legal_versions
  FOR EACH STATEMENT EXECUTE FUNCTION public.announce_settings_change();

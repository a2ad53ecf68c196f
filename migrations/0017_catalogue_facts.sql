-- The new columns come before the search columns that read them, whose indexes went with the old ones.
DROP INDEX "courses_public_order";
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "theme" text;
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "teachers" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "early_bird_until" date;
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "after_approval" text;
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "lessons_url" text;
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "format" text GENERATED ALWAYS AS (case when btrim((coalesce(modalita, '') || ' ' || coalesce(location, ''))) = '' then null
  when (coalesce(modalita, '') || ' ' || coalesce(location, '')) ~* 'presenza|aula(?! virtuale)|in sede|blended|mist[ao]|ibrid[ao]' or (coalesce(modalita, '') || ' ' || coalesce(location, '')) !~* 'virtuale|online|on-line|e-?learning|webinar|streaming|distanza|diretta|remoto|asincron' then 'in-aula'
  when (coalesce(modalita, '') || ' ' || coalesce(location, '')) ~* 'e-?learning|asincron' then 'e-learning' else 'online' end) STORED;
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "place" text GENERATED ALWAYS AS (case when btrim(split_part(location, ',', 1)) ~* 'virtuale|online|on-line|e-?learning|webinar|streaming|distanza|diretta|remoto|asincron' then 'Da casa' else nullif(btrim(split_part(location, ',', 1)), '') end) STORED;
--> statement-breakpoint
ALTER TABLE "courses" drop column "search_document";
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "search_document" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('public.italiano', public.plain_text(title)), 'A')
          || setweight(to_tsvector('public.italiano', public.plain_text(coalesce(modalita, '') || ' ' || coalesce(tipo_sessione, '') || ' ' || coalesce(location, '') || ' ' || coalesce(replace(theme, '-', ' '), '') || ' ' || coalesce((array['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno', 'luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'])[extract(month from start_date)::int], '') || ' ' || coalesce(case when btrim((coalesce(modalita, '') || ' ' || coalesce(location, ''))) = '' then null
  when (coalesce(modalita, '') || ' ' || coalesce(location, '')) ~* 'presenza|aula(?! virtuale)|in sede|blended|mist[ao]|ibrid[ao]' or (coalesce(modalita, '') || ' ' || coalesce(location, '')) !~* 'virtuale|online|on-line|e-?learning|webinar|streaming|distanza|diretta|remoto|asincron' then 'in-aula'
  when (coalesce(modalita, '') || ' ' || coalesce(location, '')) ~* 'e-?learning|asincron' then 'e-learning' else 'online' end, ''))), 'B')
          || setweight(jsonb_to_tsvector('public.italiano', teachers, '["string"]'), 'B')
          || setweight(to_tsvector('public.italiano', public.plain_text(coalesce(short_description, '') || ' ' || coalesce(description, ''))), 'C')) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "courses" drop column "search_text";
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.plain_text(title || ' ' || coalesce(modalita, '') || ' ' || coalesce(tipo_sessione, '') || ' ' || coalesce(location, '') || ' ' || coalesce(replace(theme, '-', ' '), '') || ' ' || coalesce((array['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno', 'luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'])[extract(month from start_date)::int], '') || ' ' || coalesce(case when btrim((coalesce(modalita, '') || ' ' || coalesce(location, ''))) = '' then null
  when (coalesce(modalita, '') || ' ' || coalesce(location, '')) ~* 'presenza|aula(?! virtuale)|in sede|blended|mist[ao]|ibrid[ao]' or (coalesce(modalita, '') || ' ' || coalesce(location, '')) !~* 'virtuale|online|on-line|e-?learning|webinar|streaming|distanza|diretta|remoto|asincron' then 'in-aula'
  when (coalesce(modalita, '') || ' ' || coalesce(location, '')) ~* 'e-?learning|asincron' then 'e-learning' else 'online' end, '') || ' ' || coalesce(short_description, '') || ' ' || coalesce(description, ''))) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "courses_public_order" ON "courses" USING btree ("coming_soon","start_date","id","end_date","max_partecipanti","title_text","price","theme","format","place") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "courses_search_document" ON "courses" USING gin ("search_document");
--> statement-breakpoint
CREATE INDEX "courses_search_text" ON "courses" USING gin (search_text gin_trgm_ops);

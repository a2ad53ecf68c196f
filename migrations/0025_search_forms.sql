-- Two forms of a text that a search reads: without its signs ('D’Orazio' as 'dorazio'), and its words apart ('d orazio').
CREATE FUNCTION public.letters_only(input text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(translate(public.plain_text(input), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', ''), '\s+', ' ', 'g'));
--> statement-breakpoint
CREATE FUNCTION public.words_apart(input text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(translate(replace(public.plain_text(input), '&', ' e '), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~',
    repeat(' ', 32)), '\s+', ' ', 'g'));
--> statement-breakpoint
-- Both, once where they are the same.
CREATE FUNCTION public.search_form(input text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN public.words_apart(input) ||
    coalesce(' ' || nullif(public.letters_only(input), public.words_apart(input)), '');
--> statement-breakpoint
-- 'Della Pergola' as 'dellapergola'.
CREATE FUNCTION public.one_word(input text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(public.letters_only(input), ' ', '');
--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "replies_text" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- The search reads replies through the message.
UPDATE "contact_submissions" SET "replies_text" = replies.texts
  FROM (SELECT contact_id, ' ' || string_agg(text, ' ' ORDER BY created_at) AS texts FROM contact_replies GROUP BY contact_id) replies
  WHERE contact_id = "contact_submissions".id;
--> statement-breakpoint
ALTER TABLE "contact_submissions" drop column "search_text";
--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.search_form(name || ' ' || surname || ' ' || email || ' ' || message || ' ' || replies_text)
          || ' ' || public.one_word(name) || ' ' || public.one_word(surname)) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "courses" drop column "search_text";
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.search_form(title || ' ' || coalesce(modalita, '') || ' ' || coalesce(tipo_sessione, '') || ' ' || coalesce(location, '') || ' ' || coalesce(replace(theme, '-', ' '), '') || ' ' || coalesce((array['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno', 'luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'])[extract(month from start_date)::int], '') || ' ' || coalesce(case when btrim((coalesce(modalita, '') || ' ' || coalesce(location, ''))) = '' then null
  when (coalesce(modalita, '') || ' ' || coalesce(location, '')) ~* 'presenza|aula(?! virtuale)|in sede|blended|mist[ao]|ibrid[ao]' or (coalesce(modalita, '') || ' ' || coalesce(location, '')) !~* 'virtuale|online|on-line|e-?learning|webinar|streaming|distanza|diretta|remoto|asincron' then 'in-aula'
  when (coalesce(modalita, '') || ' ' || coalesce(location, '')) ~* 'e-?learning|asincron' then 'e-learning' else 'online' end, '') || ' ' || coalesce(short_description, '') || ' ' || coalesce(description, ''))) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "courses" drop column "title_text";
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "title_text" text GENERATED ALWAYS AS (public.search_form(title)) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "outgoing_mail" drop column "search_text";
--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.search_form(to_name || ' ' || to_address || ' ' || subject) || ' ' || public.one_word(to_name)) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "profiles" drop column "company_text";
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "company_text" text GENERATED ALWAYS AS (replace(public.letters_only(company), ' e ', ' ')) STORED;
--> statement-breakpoint
ALTER TABLE "profiles" drop column "search_text";
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.search_form(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company, ''))
          || ' ' || public.one_word(first_name) || ' ' || public.one_word(last_name)) STORED NOT NULL;
--> statement-breakpoint
-- The indexes went with the columns.
CREATE INDEX "contact_submissions_search_text" ON "contact_submissions" USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "courses_search_text" ON "courses" USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "courses_title_text" ON "courses" USING gin (title_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "courses_public_order" ON "courses" USING btree ("coming_soon","start_date","id","end_date","max_partecipanti","title_text","price","theme","format","place") WHERE archived_at is null and not draft and cancelled_at is null;
--> statement-breakpoint
CREATE INDEX "courses_admin_order" ON "courses" USING btree ("coming_soon","created_at" DESC NULLS FIRST,"id","start_date","end_date","price","max_partecipanti","title_text") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "courses_by_title" ON "courses" USING btree (title collate "und-x-icu","coming_soon","created_at" DESC NULLS FIRST,"id","start_date","end_date","max_partecipanti","title_text") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "outgoing_mail_search_text" ON "outgoing_mail" USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "profiles_search_text" ON "profiles" USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "profiles_company_text" ON "profiles" USING gin (company_text gin_trgm_ops);

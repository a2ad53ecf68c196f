-- What the tables lean on: accent-blind Italian text search, for the catalogue's search box.
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION public.italiano (COPY = pg_catalog.italian);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION public.italiano
  ALTER MAPPING FOR hword, hword_part, word WITH public.unaccent, pg_catalog.italian_stem;
--> statement-breakpoint
CREATE FUNCTION public.plain_text(input text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, input));

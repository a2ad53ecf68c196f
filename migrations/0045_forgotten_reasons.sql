-- The reason of an agreed price is written about a person, and goes when the person is forgotten.
CREATE OR REPLACE FUNCTION public.without_person(entity_type text, details jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(field.key, CASE
    WHEN field.key IN ('old', 'new') AND jsonb_typeof(field.value) = 'object' THEN (
      SELECT coalesce(jsonb_object_agg(inner_field.key, CASE
        WHEN inner_field.key = ANY (personal.keys) THEN '"(cancellato)"' ELSE inner_field.value END), '{}')
      FROM jsonb_each(field.value) AS inner_field)
    WHEN field.key = ANY (personal.keys) THEN '"(cancellato)"'
    ELSE field.value END), '{}')
  FROM jsonb_each(details) AS field, (SELECT
    '{email,firstName,lastName,phone,company,user,name,surname,message,note,priceReason}'::text[]
    || CASE entity_type WHEN 'profiles' THEN '{}'::text[] ELSE '{reason}' END AS keys) AS personal
$$;
--> statement-breakpoint
-- So does what was written about the people who are forgotten already.
UPDATE "user_courses" SET "price_reason" = null, "reject_reason" = null, "end_reason" = null
FROM "profiles" AS person
WHERE person.id = user_id AND person.email LIKE 'eliminato-%@utente.invalid';
--> statement-breakpoint
UPDATE "audit_logs" SET "details" = public.without_person(entity_type, details)
WHERE details ->> 'email' = '(cancellato)' AND (details -> 'old' ? 'priceReason' OR details -> 'new' ? 'priceReason');

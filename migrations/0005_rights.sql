CREATE INDEX "audit_logs_by_email" ON "audit_logs" USING btree ((details ->> 'email')) WHERE (details ->> 'email') is not null;--> statement-breakpoint
CREATE INDEX "audit_logs_created_at_index" ON "audit_logs" USING btree ("created_at");--> statement-breakpoint
-- What an entry tells of a person can be taken out of it: who they were, and what was written about them.
CREATE FUNCTION public.without_person(entity_type text, details jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(field.key, CASE
    WHEN field.key IN ('old', 'new') AND jsonb_typeof(field.value) = 'object' THEN (
      SELECT coalesce(jsonb_object_agg(inner_field.key, CASE
        WHEN inner_field.key = ANY (personal.keys) THEN '"(cancellato)"' ELSE inner_field.value END), '{}')
      FROM jsonb_each(field.value) AS inner_field)
    WHEN field.key = ANY (personal.keys) THEN '"(cancellato)"'
    ELSE field.value END), '{}')
  FROM jsonb_each(details) AS field, (SELECT
    '{email,firstName,lastName,phone,company,user,name,surname,message,note}'::text[]
    || CASE entity_type WHEN 'profiles' THEN '{}'::text[] ELSE '{reason}' END AS keys) AS personal
$$;
--> statement-breakpoint
-- The log stays append-only but for the two things that the law asks for: a person is forgotten (GDPR, article 17),
-- and entries go when their time is over (article 5.1.e). Their time is that of KEPT.logYears.
CREATE OR REPLACE FUNCTION public.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) = to_jsonb(OLD)
    || jsonb_build_object('details', public.without_person(OLD.entity_type, OLD.details)) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '10 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit_logs is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

-- An update that changes no amount and no day, such as that of who registered a payment, leaves the balances: its
-- statement may not know a payment that is registered at the same time.
CREATE OR REPLACE FUNCTION public.keep_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  facts text := CASE TG_TABLE_NAME WHEN 'dues' THEN 'enrolment_id, number, due_on, amount' ELSE 'enrolment_id, id, amount' END;
BEGIN
  EXECUTE format($statement$
    INSERT INTO public.balances AS balance (enrolment_id, owed, paid, open_since)
    SELECT enrolment.id, dues.owed, payments.paid, (
      SELECT min(due_on) FROM (
        SELECT due_on, sum(amount) OVER (ORDER BY number) AS sum FROM public.dues WHERE enrolment_id = enrolment.id) AS due
      WHERE due.sum > payments.paid)
    FROM public.user_courses AS enrolment,
      LATERAL (SELECT coalesce(sum(amount), 0) AS owed FROM public.dues WHERE enrolment_id = enrolment.id) AS dues,
      LATERAL (SELECT coalesce(sum(amount), 0) AS paid FROM public.payments WHERE enrolment_id = enrolment.id) AS payments
    WHERE enrolment.id IN (%s)
    ON CONFLICT (enrolment_id) DO UPDATE
      SET owed = excluded.owed, paid = excluded.paid, open_since = excluded.open_since$statement$,
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT enrolment_id FROM come'
      WHEN 'DELETE' THEN 'SELECT enrolment_id FROM gone'
      ELSE format('SELECT enrolment_id FROM ((SELECT %1$s FROM come EXCEPT SELECT %1$s FROM gone)
        UNION (SELECT %1$s FROM gone EXCEPT SELECT %1$s FROM come)) AS changed', facts)
    END);
  RETURN NULL;
END $$;

ALTER TABLE "course_seats" ADD COLUMN "waiting" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.count_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($statement$
    INSERT INTO public.course_seats AS seats (course_id, approved, in_progress, completed, waiting)
    SELECT * FROM (
      SELECT course_id,
        coalesce(sum(people) FILTER (WHERE status = 'approved'), 0) AS approved,
        coalesce(sum(people) FILTER (WHERE status = 'in_progress'), 0) AS in_progress,
        coalesce(sum(people) FILTER (WHERE status = 'completed'), 0) AS completed,
        coalesce(sum(people) FILTER (WHERE status = 'pending' AND waiting_since IS NOT NULL), 0) AS waiting
      FROM (%s) AS moved GROUP BY course_id) AS changed
    WHERE (approved, in_progress, completed, waiting) IS DISTINCT FROM (0, 0, 0, 0)
    ORDER BY course_id
    ON CONFLICT (course_id) DO UPDATE SET
      approved = seats.approved + excluded.approved,
      in_progress = seats.in_progress + excluded.in_progress,
      completed = seats.completed + excluded.completed,
      waiting = seats.waiting + excluded.waiting$statement$,
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT course_id, status, waiting_since, 1 AS people FROM come WHERE ended_at IS NULL'
      WHEN 'DELETE' THEN 'SELECT course_id, status, waiting_since, -1 AS people FROM gone WHERE ended_at IS NULL'
      ELSE 'SELECT course_id, status, waiting_since, 1 AS people FROM come WHERE ended_at IS NULL
        UNION ALL SELECT course_id, status, waiting_since, -1 FROM gone WHERE ended_at IS NULL'
    END);
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE course_seats SET waiting = counted.people FROM (
  SELECT course_id, count(*) AS people FROM user_courses
  WHERE status = 'pending' AND ended_at IS NULL AND waiting_since IS NOT NULL GROUP BY course_id) AS counted
WHERE counted.course_id = course_seats.course_id;

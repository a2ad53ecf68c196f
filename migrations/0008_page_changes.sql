-- Whatever an anonymous page shows announces its change with the commit, whoever makes it: every process forgets the
-- pages that it keeps (ADR 18). A table that such a page begins to show gets a trigger like these.
CREATE FUNCTION public.announce_page_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('pages', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER courses_on_pages AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON courses
  FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page_change();
--> statement-breakpoint
CREATE TRIGGER course_sessions_on_pages AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON course_sessions
  FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page_change();
--> statement-breakpoint
CREATE TRIGGER course_slugs_on_pages AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON course_slugs
  FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page_change();
--> statement-breakpoint
CREATE TRIGGER course_documents_on_pages AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON course_documents
  FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page_change();
--> statement-breakpoint
-- Pages tell how many seats are left: only an enrolment that takes or frees one changes them.
CREATE TRIGGER seat_taken_on_pages AFTER INSERT ON user_courses
  FOR EACH ROW WHEN (NEW.status IN ('approved', 'in_progress', 'completed'))
  EXECUTE FUNCTION public.announce_page_change();
--> statement-breakpoint
CREATE TRIGGER seat_freed_on_pages AFTER DELETE ON user_courses
  FOR EACH ROW WHEN (OLD.status IN ('approved', 'in_progress', 'completed'))
  EXECUTE FUNCTION public.announce_page_change();
--> statement-breakpoint
CREATE TRIGGER seat_changed_on_pages AFTER UPDATE OF status, course_id ON user_courses
  FOR EACH ROW WHEN (OLD.course_id <> NEW.course_id OR
    (OLD.status IN ('approved', 'in_progress', 'completed')) <> (NEW.status IN ('approved', 'in_progress', 'completed')))
  EXECUTE FUNCTION public.announce_page_change();
--> statement-breakpoint
CREATE TRIGGER seats_emptied_on_pages AFTER TRUNCATE ON user_courses
  FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page_change();

-- A person for whom any edition would do is on the list of each of them.
CREATE TRIGGER waiting_widened_on_pages AFTER UPDATE OF any_edition ON user_courses
  FOR EACH ROW WHEN (OLD.any_edition <> NEW.any_edition AND NEW.waiting_since IS NOT NULL)
  EXECUTE FUNCTION public.announce_page_change();

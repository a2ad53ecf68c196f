-- What happened is stored as a code; the words of the log are written where it is read (audit/codes.rules.ts).
ALTER TABLE audit_logs DISABLE TRIGGER audit_logs_append_only;
--> statement-breakpoint
UPDATE audit_logs SET details = jsonb_set(details, '{offer}', codes -> (details ->> 'offer'))
FROM (SELECT jsonb '{"offerto": "offered", "accettato": "accepted", "rinunciato": "declined", "scaduto": "expired",
  "ritirato": "withdrawn"}') AS words (codes)
WHERE entity_type = 'user_courses' AND codes ? (details ->> 'offer');
--> statement-breakpoint
-- The first two were the labels of the third and the fourth.
UPDATE audit_logs SET details = jsonb_set(details, ARRAY[side, 'ending'], codes -> (details #>> ARRAY[side, 'ending']))
FROM (SELECT jsonb '{"Annullata dalla persona": "cancelled_by_person", "Annullata dalla segreteria": "cancelled_by_office",
  "Disdetta dalla persona": "cancelled_by_person", "Disdetta dalla segreteria": "cancelled_by_office",
  "Spostata in un’altra edizione": "transferred", "Edizione annullata": "edition_cancelled"}') AS words (codes),
  unnest(ARRAY['old', 'new']) AS side
WHERE entity_type = 'user_courses' AND codes ? (details #>> ARRAY[side, 'ending']);
--> statement-breakpoint
UPDATE audit_logs SET details = jsonb_set(details, '{reminder}', codes -> (details ->> 'reminder'))
FROM (SELECT jsonb '{"istruzioni prima dell’inizio": "joining", "ringraziamento": "thanks",
  "avviso: si può chiedere l’iscrizione": "requests_open"}') AS words (codes)
WHERE entity_type IN ('user_courses', 'courses') AND codes ? (details ->> 'reminder');
--> statement-breakpoint
UPDATE audit_logs SET details = jsonb_set(details, '{document}', codes -> (details ->> 'document'))
FROM (SELECT jsonb '{"Attestato": "attestato", "Contratto": "contratto", "Lettera": "lettera", "Documento": "altro"}')
  AS words (codes)
WHERE entity_type = 'personal_documents' AND codes ? (details ->> 'document');
--> statement-breakpoint
-- In an account's entries 'reason' was one of these words; elsewhere it is what somebody wrote.
UPDATE audit_logs SET details = details - 'reason' || jsonb_build_object('cause', codes -> (details ->> 'reason'))
FROM (SELECT jsonb '{"registrazione": "sign_up", "password reimpostata": "password_reset",
  "password cambiata": "password_changed", "nuova email da confermare": "new_email",
  "nuovi codici di recupero": "new_recovery_codes", "accesso terminato": "session_ended",
  "uscita da tutti gli altri dispositivi": "signed_out_elsewhere",
  "uscita da tutti i dispositivi": "signed_out_everywhere",
  "accessi terminati dalla segreteria": "sessions_ended_by_office",
  "account eliminato dalla persona": "deleted_by_person",
  "eliminazione ripetuta dopo un ripristino": "deleted_after_restore", "termine di conservazione": "retention"}')
  AS words (codes)
WHERE (entity_type = 'profiles' OR entity_id = 'scadenza') AND codes ? (details ->> 'reason');
--> statement-breakpoint
UPDATE audit_logs SET details = jsonb_set(details, '{note}', codes -> (details ->> 'note'))
FROM (SELECT jsonb '{"aggiunta": "added", "modificata": "changed", "tolta": "removed"}') AS words (codes)
WHERE entity_type IN ('profiles', 'contact_submissions') AND codes ? (details ->> 'note');
--> statement-breakpoint
UPDATE audit_logs SET details = jsonb_set(details, '{reply}', '"sent"')
WHERE entity_type = 'contact_submissions' AND details ->> 'reply' = 'inviata';
--> statement-breakpoint
UPDATE audit_logs SET details = details || '{"old": {"status": "undelivered"}, "new": {"status": "queued"}}'
WHERE entity_type = 'outgoing_mail' AND details #>> '{new,status}' = 'in coda';
--> statement-breakpoint
ALTER TABLE audit_logs ENABLE TRIGGER audit_logs_append_only;

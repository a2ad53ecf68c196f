-- 'Recovery' is the way to a new password; the codes instead of the app's are backup codes.
ALTER TABLE "recovery_codes" RENAME TO "backup_codes";
--> statement-breakpoint
ALTER INDEX "recovery_codes_pkey" RENAME TO "backup_codes_pkey";
--> statement-breakpoint
ALTER INDEX "recovery_codes_user_id_index" RENAME TO "backup_codes_user_id_index";
--> statement-breakpoint
ALTER TABLE "backup_codes" RENAME CONSTRAINT "recovery_codes_user_id_second_factors_user_id_fk"
  TO "backup_codes_user_id_second_factors_user_id_fk";
--> statement-breakpoint
ALTER TABLE "sign_ins" DROP CONSTRAINT "sign_ins_outcome";
--> statement-breakpoint
UPDATE sign_ins SET outcome = 'backup-code' WHERE outcome = 'recovery-code';
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_outcome" CHECK (outcome in ('entered', 'backup-code', 'code-asked', 'wrong-password', 'wrong-code', 'refused', 'recovered', 'ended'));
--> statement-breakpoint
UPDATE outgoing_mail SET kind = replace(kind, 'recovery-code', 'backup-code') WHERE kind LIKE 'recovery-code%';
--> statement-breakpoint
ALTER TABLE audit_logs DISABLE TRIGGER audit_logs_append_only;
--> statement-breakpoint
UPDATE audit_logs SET details = jsonb_set(details, '{cause}', '"new_backup_codes"')
WHERE entity_type = 'profiles' AND details ->> 'cause' = 'new_recovery_codes';
--> statement-breakpoint
ALTER TABLE audit_logs ENABLE TRIGGER audit_logs_append_only;
--> statement-breakpoint
ALTER TABLE "interests" RENAME COLUMN "told_at" TO "notified_at";
--> statement-breakpoint
ALTER INDEX "interests_to_tell" RENAME TO "interests_to_notify";

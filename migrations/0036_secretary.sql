ALTER TABLE "profiles" DROP CONSTRAINT "profiles_role";--> statement-breakpoint
DROP INDEX "profiles_admins";--> statement-breakpoint
CREATE INDEX "profiles_staff" ON "profiles" USING btree ("id") WHERE role <> 'member';--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_role" CHECK (role in ('member', 'secretary', 'admin'));--> statement-breakpoint
UPDATE "outgoing_mail" SET "kind" = 'no-longer-staff' WHERE "kind" = 'no-longer-administrator';

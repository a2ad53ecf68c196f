ALTER TABLE "courses" ADD COLUMN "vat_treatment" text;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_vat_treatment" CHECK (vat_treatment in ('ordinary', 'exempt'));
ALTER TABLE "courses" ADD COLUMN "former_pdf_path" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "pdf_replaced_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "courses_former_brochures" ON "courses" USING btree ("former_pdf_path") WHERE former_pdf_path is not null;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_former_brochure" CHECK ((former_pdf_path is null) = (pdf_replaced_at is null));
CREATE TABLE "person_messages" (
	"decision_id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD COLUMN "message" text GENERATED ALWAYS AS (md5(kind || case when to_many and decision_id is not null then decision_id::text when decision_id is not null then decision_id::text || subject when to_many then subject || ((created_at at time zone 'Europe/Rome')::date - date '2000-01-01')::text else id::text end)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "person_messages" ADD CONSTRAINT "person_messages_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_messages" ADD CONSTRAINT "person_messages_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_messages_user_id_created_at_index" ON "person_messages" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "outgoing_mail_message_id_index" ON "outgoing_mail" USING btree ("message","id");
CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"path" text,
	"size" bigint,
	"missing" integer,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "task_runs" (
	"task" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ok" boolean DEFAULT true NOT NULL
);--> statement-breakpoint
INSERT INTO "task_runs" ("task", "started_at", "ended_at", "ok")
  SELECT substr("key", 6), ("value"::jsonb ->> 'at')::timestamptz, ("value"::jsonb ->> 'at')::timestamptz,
    ("value"::jsonb ->> 'ok')::boolean FROM "settings" WHERE "key" LIKE 'task %';--> statement-breakpoint
INSERT INTO "backups" ("started_at", "ended_at", "path", "size", "missing")
  SELECT (done ->> 'at')::timestamptz, (done ->> 'at')::timestamptz, done ->> 'path', (done ->> 'size')::bigint,
    (done ->> 'missing')::integer
  FROM "settings", LATERAL (SELECT "value"::jsonb -> 'done' AS done) AS parsed
  WHERE "key" = 'last-backup' AND done IS NOT NULL;--> statement-breakpoint
DELETE FROM "settings" WHERE "key" LIKE 'task %' OR "key" = 'last-backup';

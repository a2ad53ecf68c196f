/** Checks at the end of every day, beside the invariants of the site. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { db } from '../../app/database/client.server'
import { auditLogs } from '../../app/database/schema'
import { brokenInvariants } from '../../app/operations/invariants.queries.server'
import { today } from '../../app/runtime/clock'
import type { Place } from './places'
import { Broken, takenSeats, type World } from './world'

/** Notes every change of an enrolment but of its last decision, in the schema of the moved clock. */
export async function noteChanges() {
  await db.execute(
    sql.raw(`
      create table moved.changes (enrolment text, at timestamptz);
      create function moved.note() returns trigger language plpgsql as $$ begin
        insert into moved.changes values (coalesce(new.id, old.id)::text, moved.now());
        return null;
      end $$;
      create trigger noted after insert or delete on user_courses for each row execute function moved.note();
      create trigger noted_change after update on user_courses for each row
        when (to_jsonb(old) - 'decision_id' is distinct from to_jsonb(new) - 'decision_id')
        execute function moved.note();`),
  )
}

const CHECKS: [sentence: string, broken: ReturnType<typeof sql>][] = [
  [
    'An offer ends between 9:00 and 20:00 in Italy',
    sql`select count(*)::int as broken from seat_offers
      where extract(hour from expires_at at time zone 'Europe/Rome') not between 9 and 19`,
  ],
  [
    'A reminder is sent once, and again only for new dates',
    sql`select count(*)::int as broken from audit_logs later join audit_logs earlier using (entity_id)
      where later.details ? 'reminder' and later.created_at > now() - interval '2 days'
        and earlier.id < later.id and earlier.details ->> 'reminder' = later.details ->> 'reminder'
        and not exists (select from decisions d join courses c on c.id = d.course_id
          where d.kind = 'postpone' and c.title = later.details ->> 'course'
            and d.made_at between earlier.created_at and later.created_at)`,
  ],
  [
    'No reminder leaves while its dates can be taken back',
    sql`select count(*)::int as broken from audit_logs sent join courses c on c.title = sent.details ->> 'course'
      join decisions d on d.course_id = c.id
      where sent.details ? 'reminder' and sent.created_at > now() - interval '2 days' and d.kind = 'postpone'
        and sent.created_at between d.made_at and least(d.held_until, d.undone_at)`,
  ],
  [
    'Nobody is marked for longer than the lesson',
    sql`select count(*)::int as broken from attendance mark join course_sessions lesson
      on lesson.course_id = mark.course_id and lesson.number = mark.lesson where mark.minutes > lesson.hours * 60`,
  ],
  [
    'A closed register has a mark for everybody who had a seat when it was closed',
    sql`select count(*)::int as broken from course_sessions lesson join user_courses w on w.course_id = lesson.course_id
      where lesson.closed_at is not null and w.status in ('approved', 'in_progress', 'completed') and w.ended_at is null
        and w.approved_at < lesson.closed_at and not exists (select from attendance mark
          where mark.course_id = lesson.course_id and mark.lesson = lesson.number and mark.enrolment_id = w.id)`,
  ],
  [
    'An attestato says the hours of its registers',
    sql`select count(*)::int as broken from certificates paper where ended_at is null
      and issued_at > now() - interval '1 day' and (facts -> 'attendance' ->> 'attended')::int <> (
        select coalesce(sum(minutes), 0) from attendance mark where mark.enrolment_id = paper.enrolment_id)
      and not exists (select from course_sessions lesson join user_courses w on w.course_id = lesson.course_id
        where w.id = paper.enrolment_id and (lesson.closed_at is null or lesson.closed_at > paper.issued_at))`,
  ],
  [
    'The file of every attestato is given to its person, and by no other decision',
    sql`select count(*)::int as broken from certificates paper join personal_documents file on file.id = document_id
      where file.enrolment_id <> paper.enrolment_id or file.deleted_at is not null
        or file.decision_id is distinct from paper.decision_id`,
  ],
  [
    'What somebody has paid moves along',
    sql`select count(*)::int as broken from payments join user_courses w on w.id = enrolment_id
      where w.ending = 'transferred'`,
  ],
  [
    'Every change of an enrolment has an entry in the log',
    sql`select count(*)::int as broken from moved.changes where not exists (select from audit_logs
      where entity_type = 'user_courses' and entity_id = enrolment and created_at = at)`,
  ],
]

export async function checkDay(world: World) {
  const [first] = await brokenInvariants()
  if (first) throw new Broken(first.sentence)
  for (const [sentence, query] of CHECKS) {
    const { rows } = await db.execute<{ broken: number }>(query)
    if (rows[0]?.broken !== 0) throw new Broken(sentence)
  }
  await db.execute(sql`delete from moved.changes`)
  await checkSeats()
  await checkPlaces(world)
}

/** Each person beyond the seats of an edition has an entry that says so. */
async function checkSeats() {
  const taken = await takenSeats()
  const { rows } = await db.execute<{ id: string; title: string; seats: number }>(
    sql`select id, title, max_partecipanti as seats from courses where max_partecipanti > 0`,
  )
  for (const { id, title, seats } of rows) {
    const beyond = (taken.get(id) ?? 0) - seats
    if (beyond <= 0) continue
    const isRecorded = sql`details ? 'overCapacity' and details ->> 'course' = ${title}`
    if (beyond > (await db.$count(auditLogs, isRecorded)))
      throw new Broken('An edition has more people and offers than seats, and the log does not say so')
  }
}

/** The lists are as people and the office have made them. */
async function checkPlaces({ places }: World) {
  const { rows } = await db.execute<Place & { id: string }>(sql`
    select w.id, round(extract(epoch from w.waiting_since) * 1000)::float8 as since, w.priority,
      (w.admitted_at is not null) as admitted
    from user_courses w join courses c on c.id = w.course_id
    where w.status = 'pending' and w.ended_at is null and c.end_date >= ${today()}`)
  for (const { id, ...found } of rows) {
    const { since, priority, admitted } = places.of(id)
    if (!isDeepStrictEqual(found, { since, priority, admitted }))
      throw new Broken('A place on a list is not where people and the office have put it')
  }
}

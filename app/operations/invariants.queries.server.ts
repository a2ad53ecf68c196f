import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { DELETED_ACCOUNT_DOMAIN } from '../accounts/rules'
import { db, engine, openSideConnection } from '../database/client.server'

/** Sentences that must hold in the database at any moment, each with a query that counts the rows that break it. */
const INVARIANTS: [sentence: string, countBroken: SQL][] = [
  [
    'I posti e le persone in lista contati per ogni corso sono quelli delle iscrizioni e delle offerte',
    sql`select count(*)::int as broken from course_seats seats left join (
      select course_id, count(*) filter (where status = 'approved') as approved,
        count(*) filter (where status = 'in_progress') as in_progress,
        count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'pending' and waiting_since is not null) as waiting
      from user_courses where ended_at is null group by course_id) counted using (course_id)
    left join (select course_id, count(*) as offered from seat_offers where answered_at is null group by course_id) offers
      using (course_id)
    where (seats.approved, seats.in_progress, seats.completed, seats.waiting, seats.offered)
      is distinct from (coalesce(counted.approved, 0), coalesce(counted.in_progress, 0), coalesce(counted.completed, 0),
        coalesce(counted.waiting, 0), coalesce(offers.offered, 0))`,
  ],
  [
    'Una persona ha una sola iscrizione viva per corso',
    sql`select count(*)::int as broken from (select from user_courses where ended_at is null
      group by user_id, course_id having count(*) > 1) twice`,
  ],
  [
    'Un posto offerto aspetta la risposta di una richiesta ammessa alla lista',
    sql`select count(*)::int as broken from seat_offers left join user_courses enrolment on enrolment.id = enrolment_id
      where answered_at is null and not coalesce(enrolment.status = 'pending' and enrolment.ended_at is null
        and enrolment.admitted_at is not null and enrolment.waiting_since is not null, false)`,
  ],
  [
    'Un posto è offerto nell’edizione della richiesta',
    sql`select count(*)::int as broken from seat_offers offer
      join user_courses enrolment on enrolment.id = offer.enrolment_id
      where answered_at is null and offer.course_id <> enrolment.course_id`,
  ],
  [
    'Nessun posto offerto in un’edizione annullata',
    sql`select count(*)::int as broken from seat_offers offer join courses on courses.id = offer.course_id
      where offer.answered_at is null and courses.cancelled_at is not null`,
  ],
  [
    'Chi ha accettato un posto offerto ce l’ha, finché non disdice',
    sql`select count(*)::int as broken from seat_offers offer join user_courses enrolment on enrolment.id = offer.enrolment_id
      where offer.answer = 'accepted' and enrolment.status in ('pending', 'rejected')`,
  ],
  [
    'Un’iscrizione spostata porta a quella che ne ha preso il posto',
    // The deletion of an account may have deleted the new enrolment.
    sql`select count(*)::int as broken from user_courses old left join user_courses new on new.id = old.transferred_to
      join profiles person on person.id = old.user_id
      where old.ending = 'transferred' and new.user_id is distinct from old.user_id
        and (new.id is not null or person.email not like ${`%${DELETED_ACCOUNT_DOMAIN}`})`,
  ],
  [
    'Nessuna email parte finché si può ripristinare',
    sql`select count(*)::int as broken from outgoing_mail mail join decisions on decisions.id = mail.decision_id
      where mail.sent_at < decisions.held_until`,
  ],
  [
    'Nessuna email di una decisione ripristinata',
    sql`select count(*)::int as broken from outgoing_mail mail join decisions on decisions.id = mail.decision_id
      where decisions.undone_at is not null`,
  ],
  [
    'I numeri degli attestati di un anno non hanno buchi, e l’ultimo è quello dato per ultimo',
    sql`select count(*)::int as broken from (select year, max(seq) as last, max(seq) - min(seq) + 1 - count(*) as gaps
        from certificates group by year) issued full join certificate_numbers numbers using (year)
      where coalesce(issued.gaps, 0) <> 0 or (issued.last is not null and issued.last is distinct from numbers.last)`,
  ],
  [
    'Nessun attestato valido da più di dieci minuti è senza file',
    sql`select count(*)::int as broken from certificates
      where ended_at is null and document_id is null and issued_at < now() - interval '10 minutes'`,
  ],
  [
    'Chi ha un attestato valido ha completato il corso',
    sql`select count(*)::int as broken from certificates join user_courses enrolment on enrolment.id = enrolment_id
      where certificates.ended_at is null and enrolment.status <> 'completed'`,
  ],
  [
    'Un attestato sostituito ha quello che lo sostituisce',
    sql`select count(*)::int as broken from certificates former where ending = 'replaced'
      and not exists (select from certificates newer where newer.replaces = former.id)`,
  ],
  [
    'I saldi delle iscrizioni sono quelli delle loro rate e dei loro incassi',
    sql`select count(*)::int as broken from user_courses enrolment
      left join balances on balances.enrolment_id = enrolment.id,
        lateral (select coalesce(sum(amount), 0) as sum from dues where enrolment_id = enrolment.id) owed,
        lateral (select coalesce(sum(amount), 0) as sum from payments where enrolment_id = enrolment.id) paid,
        lateral (select min(due_on) as since from (
          select due_on, sum(amount) over (order by number) as sum from dues where enrolment_id = enrolment.id) due
          where due.sum > paid.sum) open
      where (coalesce(balances.owed, 0), coalesce(balances.paid, 0), balances.open_since)
        is distinct from (owed.sum, paid.sum, open.since)`,
  ],
  [
    'Un’iscrizione finita e non spostata dice quanto si restituisce di quello che è pagato',
    sql`select count(*)::int as broken from user_courses
      where ended_at is not null and ending <> 'transferred' and refund_ground is null`,
  ],
  [
    'Nessun incasso di una decisione ripristinata',
    sql`select count(*)::int as broken from payments join decisions on decisions.id = decision_id
      where undone_at is not null`,
  ],
  [
    'Ogni riga registrata di un estratto conto è un incasso dello stesso importo',
    sql`select count(*)::int as broken from bank_lines left join payments on payments.bank_line_id = bank_lines.id
      where payments.amount is distinct from bank_lines.amount`,
  ],
  [
    'Nessuna iscrizione porta una decisione ripristinata',
    sql`select count(*)::int as broken from user_courses join decisions on decisions.id = decision_id
      where undone_at is not null`,
  ],
]

/**
 * Returns the sentences that do not hold. `rows`: the number of rows that break it. A server is asked beside the
 * requests and with a longer time limit, since every enrolment is read.
 */
export async function brokenInvariants(): Promise<{ sentence: string; rows: number }[]> {
  const side = engine === 'postgres' ? await openSideConnection() : undefined
  try {
    await side?.client.query(`set statement_timeout = '${LONGEST_SENTENCE}'`)
    const counts = []
    for (const [sentence, countBroken] of INVARIANTS) {
      const { rows } = side
        ? await side.client.query<BrokenCount>(toStatement(countBroken))
        : await db.execute<BrokenCount>(countBroken)
      counts.push({ sentence, rows: rows[0]?.broken ?? 0 })
    }
    return counts.filter(({ rows }) => rows > 0)
  } finally {
    await side?.release()
  }
}

/** The time for one sentence, as PostgreSQL writes it. */
const LONGEST_SENTENCE = '10min'

type BrokenCount = { broken: number }

function toStatement(query: SQL) {
  const { sql: text, params: values } = new PgDialect().sqlToQuery(query)
  return { text, values }
}

/** The task of the schedule: throws if a sentence does not hold. */
export async function checkInvariants(): Promise<void> {
  const broken = await brokenInvariants()
  if (broken.length > 0)
    throw new Error(broken.map(({ sentence, rows }) => `${sentence}: ${rows}`).join('; '))
}

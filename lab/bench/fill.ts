import { join } from 'node:path'
import { Client } from 'pg'
import { embeddedEngine } from '../../app/database/embedded.server'
import { postgresEngine } from '../../app/database/postgres.server'
import { env } from '../../app/runtime/env.server'

/**
 * Fills a database that holds demo data with ten years of rows (`COURSES`, `PEOPLE`, `ENROLMENTS`, `ENTRIES`),
 * directly and not by commands. No row is past its retention. Run by `node tests/run.mjs lab/bench/fill.ts`.
 */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const COURSES = number('COURSES', 10_000)
const PEOPLE = number('PEOPLE', 100_000)
const ENROLMENTS = number('ENROLMENTS', 1_000_000)
const ENTRIES = number('ENTRIES', 1_000_000)
/** Rows per statement: the embedded database answers in between. */
const BATCH = 50_000

const NAMES = ['Anna', 'Luca', 'Chiara', 'Marco', 'Elena', 'Paolo', 'Sara', 'Giorgio', 'Nadia', 'Ivo', 'Rita']
const SURNAMES = ['Bianchi', 'De Santis', 'Felici', 'Galli', 'Illuminati', 'Rossi', 'Silvestri', 'Vagnoni']
const SUBJECTS =
  'Contabilità,Leadership,Marketing,Restauro,Sicurezza nei cantieri,Vendite,Welfare,Paghe e contributi,Logistica,Inglese,Privacy,Enologia,Saldatura,Pasticceria,Fotografia,Primo soccorso,Bilancio,Export,Grafica,Turismo,Qualità,Programmazione,Antincendio'
const MODES = 'In presenza,Online,E-learning,In presenza'
const PLACES = 'Fermo,Online,E-learning,Ascoli Piceno'
const THEMES =
  'marketing-e-vendite,comunicazione,leadership,risorse-umane,controllo-di-gestione,strumenti-digitali,sicurezza-informatica'
const AUDIENCES =
  'per tutti,per le imprese,di base,avanzato,nelle scuole,per artigiani,in pratica,per la PA,serale,intensivo'
const SENTENCES =
  'Un corso con esercizi e casi reali.,Si parte dalle basi e si arriva agli strumenti di ogni giorno.,Le lezioni sono tenute da docenti che fanno questo mestiere.,Al termine si riceve un attestato di frequenza.,Ogni incontro finisce con una prova pratica.,Il materiale resta ai partecipanti anche dopo la fine.,Si lavora in piccoli gruppi su problemi portati dalle aziende.,È adatto anche a chi comincia da zero.,La seconda parte si svolge in laboratorio.,Un tutor segue i partecipanti tra un incontro e l’altro.,Le norme più recenti sono spiegate con esempi.,Si impara a leggere i documenti e a compilarli.,Sono previste visite nei luoghi di lavoro.'

const words = (list: string) => `string_to_array('${list}', ',')`
const anyOf = (list: string, n: string) => `(${words(list)})[1 + (${n})::int % ${list.split(',').length}]`
const numbered = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
const sentences = [0, 1, 2, 3, 4, 5].map((i) => anyOf(SENTENCES, `n * ${i + 2} + n / 7 * ${i} + ${i * i}`))

// A third of the courses is current, one in ten is announced.
const starts = 'current_date + (n * 397 % 900 - 600)::int'
// Ten courses per person; a quarter of the people takes one of ten crowded courses.
const attended = `case when n <= ${PEOPLE} and n % 4 = 0 then 1 + n / 4 % 10
  else 1 + (n % ${PEOPLE} * 7919::bigint + n / ${PEOPLE} * 1013) % ${COURSES} end`
const member = `(select id from profiles where email = 'giulia.rossi@example.org')`

/** `batch`: rows per statement, where one row makes many. */
type Step = {
  rows: number
  batch?: number
  from: string
  into: string
  select: string
  onConflict?: string
}
const CLASSROOM = numbered('999999')
const ROWS = 'generate_series($1::bigint, $2::bigint) n'

/** The enrolments with a seat, one for each row. */
const PAYERS = `${ROWS} join (select id, row_number() over (order by id) as nth from user_courses
  where ended_at is null and status in ('approved', 'in_progress', 'completed')) seated on seated.nth = n`

const STEPS: Record<string, Step> = {
  people: {
    rows: PEOPLE,
    into: 'profiles (id, email, email_verified, first_name, last_name, company, phone, created_at)',
    select: `'large-' || n, 'persona' || n || '@example.com', n % 20 > 0, ${anyOf(NAMES.join(','), 'n')},
      ${anyOf(SURNAMES.join(','), 'n / 7')} || ' ' || n, case when n % 3 = 0 then 'Azienda ' || n % 900 end,
      case when n % 2 = 0 then '+39 0736 ' || lpad(n::text, 6, '0') end,
      now() - n * interval '10 years' / ${PEOPLE}`,
    from: ROWS,
  },
  courses: {
    rows: COURSES,
    into: `courses (id, slug, title, short_description, description, modalita, tipo_sessione, location, theme, price,
      max_partecipanti, coming_soon, start_date, end_date, total_hours, moduli, pdf_file_path, created_at, updated_at)`,
    select: `${numbered('n')}, 'grande-' || n, ${anyOf(SUBJECTS, 'n')} || ' ' || ${anyOf(AUDIENCES, 'n / 23')} || ' ' || n,
      ${sentences[0]}, ${sentences.join(` || ' ' || `)}, ${anyOf(MODES, 'n')}, 'Serale', ${anyOf(PLACES, 'n')}, ${anyOf(THEMES, 'n / 3')}, 100 + n % 900, n % 60, n % 10 = 0,
      case when n % 10 > 0 then ${starts} end, case when n % 10 > 0 then ${starts} + 30 end, 24,
      array['Primo', 'Secondo'], case when n % 5 = 0 then 'grande-' || n || '.pdf' end,
      now() - n * interval '10 years' / ${COURSES}, now() - n * interval '10 years' / ${COURSES}`,
    from: ROWS,
  },
  sessions: {
    rows: COURSES,
    into: 'course_sessions (course_id, position, number, start_date, end_date, hours)',
    select: `id, nth, nth + 1, start_date + (nth * 2)::int, start_date + (nth * 2)::int, 8`,
    from: `${ROWS} join courses on id = ${numbered('n')} and start_date is not null, generate_series(0, 11) nth`,
  },
  enrolments: {
    rows: ENROLMENTS,
    into: 'user_courses (user_id, course_id, status, requested_at, approved_at, rejected_at)',
    select: `'large-' || 1 + n % ${PEOPLE}, id, state.status, moment,
      case when state.status not in ('pending', 'rejected') then moment + interval '1 day' end,
      case when state.status = 'rejected' then moment + interval '1 day' end`,
    from: `${ROWS} join courses on id = ${numbered(attended)}
      cross join lateral (select now() - n * interval '10 years' / ${ENROLMENTS} as moment,
        case when n % 20 = 0 then 'rejected' when end_date < current_date then 'completed'
          when start_date <= current_date then 'in_progress' when n % 50 = 1 then 'pending' else 'approved' end as status) state`,
    onConflict: 'on conflict do nothing',
  },
  // A course of forty people at every size.
  classroom: {
    rows: 1,
    into: 'courses (id, slug, title, price, max_partecipanti, start_date, end_date, total_hours)',
    select: `${CLASSROOM}, 'aula', 'Un corso in aula', 100, 40, current_date - 20, current_date + 5, 48`,
    from: ROWS,
  },
  'sessions of the classroom': {
    rows: 6,
    into: 'course_sessions (course_id, position, number, start_date, end_date, hours)',
    select: `${CLASSROOM}, n - 1, n, current_date - 25 + (n * 5)::int, current_date - 25 + (n * 5)::int, 8`,
    from: ROWS,
  },
  'people of the classroom': {
    rows: 40,
    into: 'user_courses (user_id, course_id, status, approved_at)',
    select: `'large-' || n, ${CLASSROOM}, 'in_progress', now()`,
    from: ROWS,
  },
  // Those of all lessons that have been: six million of them.
  marks: {
    rows: COURSES + 1,
    batch: 500,
    into: 'attendance (course_id, lesson, enrolment_id, minutes)',
    select: `lesson.course_id, lesson.number, seated.id, case when hashtext(seated.id::text) % 10 = 0 then 0 else 480 end`,
    from: `${ROWS} join course_sessions lesson on lesson.start_date <= current_date
        and lesson.course_id = case when n > ${COURSES} then ${CLASSROOM} else ${numbered('n')} end
      join user_courses seated on seated.course_id = lesson.course_id and seated.ended_at is null
        and seated.status in ('approved', 'in_progress', 'completed')`,
  },
  // Ten years of payments before their dues, as enrolments mostly are paid: the index of open dues stays small.
  payments: {
    rows: (ENROLMENTS * 3) / 20,
    batch: 25_000,
    into: 'payments (id, enrolment_id, amount, received_on, method)',
    select: `${numbered('n')}, seated.id, 200, current_date - (n % 3500)::int, 'transfer'`,
    from: `${PAYERS} and n % 400 > 0`,
  },
  // Two dues of each of 150,000 enrolments; one person in four hundred is late.
  dues: {
    rows: (ENROLMENTS * 3) / 20,
    batch: 25_000,
    into: 'dues (enrolment_id, number, due_on, amount)',
    select: `seated.id, part, current_date - (n % 3500)::int + part * 40 - 80, 100`,
    from: `${PAYERS}, generate_series(1, 2) part`,
    onConflict: 'on conflict do nothing', // the demo enrolments have theirs
  },
  // The member who can sign in has many rows at every size.
  'enrolments of one member': {
    rows: 60,
    into: 'user_courses (user_id, course_id, status, requested_at, approved_at)',
    select: `${member}, id, case when end_date < current_date then 'completed' else 'in_progress' end, now(), now()`,
    from: `${ROWS} join courses on id = ${numbered('n')}`,
    onConflict: 'on conflict do nothing',
  },
  // Twenty people wait for one course; that member too.
  'waiting lists': {
    rows: ENROLMENTS / 20,
    into: 'user_courses (user_id, course_id, status, requested_at, waiting_since, admitted_at)',
    select: `case when n = 1 then ${member} else 'large-' || 1 + n * 3 % ${PEOPLE} end, id, 'pending', moment, moment,
      case when n % 5 > 0 then moment end`,
    from: `${ROWS} join courses on id = ${numbered(`case when n <= 20 then 77 else 1 + n * 7919 % ${COURSES} end`)}
      cross join lateral (select now() - n * interval '1 year' / ${ENROLMENTS} as moment) asked`,
    onConflict: 'on conflict do nothing',
  },
  'offers of seats': {
    rows: ENROLMENTS / 20,
    into: 'seat_offers (course_id, token_hash, made_at, expires_at, answered_at, answer)',
    select: `${numbered(`1 + n * 7919 % ${COURSES}`)}, 'grande-' || n, moment, moment, moment,
      (array['accepted', 'declined', 'expired'])[1 + n % 3]`,
    from: `${ROWS} cross join lateral (select now() - n * interval '1 year' / ${ENROLMENTS} as moment) made`,
  },
  decisions: {
    rows: PEOPLE,
    into: 'decisions (id, kind, made_at, held_until)',
    select: `${numbered('n')}, 'approve', now() - n * interval '30 days' / ${PEOPLE}, now() - n * interval '30 days' / ${PEOPLE}`,
    from: ROWS,
  },
  'people of decisions': {
    rows: PEOPLE,
    into: 'decision_rows (decision_id, user_id, course_id, enrolment_id, row_before)',
    select: `${numbered('n')}, link.user_id, link.course_id, link.id, jsonb_build_object('status', 'pending')`,
    from: `${ROWS} join (select *, row_number() over () as nth from user_courses limit ${PEOPLE}) link on nth = n`,
  },
  'documents for one person': {
    rows: PEOPLE,
    into: 'personal_documents (id, enrolment_id, kind, file_name, file_type, file_size, file_path)',
    select: `${numbered('n')}, link.id, 'attestato', 'Attestato ' || n || '.pdf', 'application/pdf', 1000, 'attestato-' || n || '.pdf'`,
    from: `${ROWS} join (select id, row_number() over () as nth from user_courses where status = 'completed' limit ${PEOPLE}) link on nth = n`,
  },
  certificates: {
    rows: PEOPLE,
    into: 'certificates (year, seq, enrolment_id, code, facts, document_id)',
    select: `2027, n, given.enrolment_id, upper(left(md5('attestato' || n), 26)),
      '{"number": "2027/0001", "issuedOn": "2027-02-16", "lastName": "Prova", "firstName": "Ada", "course": {"title": "Corso"}}', given.id`,
    from: `${ROWS} join personal_documents given on given.id = ${numbered('n')}`,
    onConflict: 'on conflict do nothing', // the demo enrolments have theirs
  },
  'numbers of certificates': {
    rows: 1,
    into: 'certificate_numbers (year, last)',
    select: `2027, (select max(seq) from certificates where year = 2027)`,
    from: ROWS,
    onConflict: 'on conflict (year) do update set last = excluded.last',
  },
  'calendar of that member': {
    rows: 1,
    into: 'calendar_feeds (user_id, token)',
    select: `${member}, repeat('b', 32)`,
    from: ROWS,
  },
  documents: {
    rows: 2 * COURSES,
    into: 'course_documents (course_id, file_name, file_type, file_size, file_path, visibility, created_at)',
    select: `${numbered(`1 + n % ${COURSES}`)}, 'Dispensa ' || n || '.pdf', 'application/pdf', 1000 + n % 90000,
      'grande-' || n || '.pdf', (array['pubblico', 'iscritti', 'ufficio'])[1 + n % 3], now() - n * interval '1 hour'`,
    from: ROWS,
  },
  contacts: {
    rows: PEOPLE / 5,
    into: `contact_submissions (id, name, surname, email, phone, message, privacy_version, handled_at, created_at)`,
    select: `${numbered('n')}, ${anyOf(NAMES.join(','), 'n')}, ${anyOf(SURNAMES.join(','), 'n')}, 'scrive' || n || '@example.net', '0734 000000',
      'Corso di interesse: ' || ${anyOf(SUBJECTS, 'n')} || E'\\nMessaggio: ' || ${sentences[1]} || ' ' || n, '2025-05-02',
      case when n % 50 > 0 then moment end, moment`,
    from: `${ROWS} cross join lateral (select now() - n * interval '20 months' / ${PEOPLE / 5} as moment) written`,
  },
  emails: {
    rows: ENROLMENTS / 20,
    into: 'outgoing_mail (kind, to_name, to_address, subject, html, text, attempts, sent_at, failed_at, created_at)',
    select: `'request-received', 'Persona ' || n, case when n % 2 = 0 then 'persona' || 1 + n % ${PEOPLE} || '@example.com'
        else 'segreteria@example.org' end, 'Richiesta di iscrizione', repeat('<p>Testo</p>', 200),
      repeat('Testo della lettera. ', 40) || 'persona' || 1 + n % ${PEOPLE} || '@example.com', 1,
      case when n % 1000 > 0 then moment end, case when n % 1000 = 0 then moment end, moment`,
    from: `${ROWS} cross join lateral (select now() - n * interval '80 days' / ${ENROLMENTS / 20} as moment) posted`,
  },
  'signed-in browsers': {
    rows: PEOPLE / 5,
    into: 'sessions (id, token, user_id, expires_at, created_at)',
    select: `'large-' || n, 'large-' || n, 'large-' || n, now() + interval '1 hour' + n * interval '13 days' / ${PEOPLE / 5}, now()`,
    from: ROWS,
  },
  'second factors': {
    rows: PEOPLE / 5,
    into: 'second_factors (user_id, secret, last_step)',
    select: `'large-' || n, '', 0`,
    from: ROWS,
  },
  entries: {
    rows: ENTRIES,
    into: 'audit_logs (user_id, action, entity_type, entity_id, details, created_at)',
    select: `case when n % 50 = 0 then 'large-' || 1 + n % 40 else office.id end,
      case when n % 100000 = 7 then 'delete' when n % 3 = 0 then 'create' else 'update' end,
      (array['user_courses', 'user_courses', 'profiles', 'courses', 'course_documents'])[1 + n % 5],
      case n % 5 when 2 then 'large-' || 1 + n % ${PEOPLE} else ${numbered(`1 + n % ${COURSES}`)}::text end,
      jsonb_build_object('old', jsonb_build_object('status', 'pending'), 'new', jsonb_build_object('status', 'approved'),
        'course', 'Corso ' || n % 900, 'email', 'persona' || 1 + n % ${PEOPLE} || '@example.com'),
      now() - (${ENTRIES} - n) * interval '9 years' / ${ENTRIES}`,
    from: `${ROWS}, (select id from profiles where role = 'admin' order by created_at limit 1) office`,
  },
}

const engine = env.databaseUrl
  ? postgresEngine(env.databaseUrl)
  : embeddedEngine(join(env.dataDir, 'postgres'))
await engine.start()
const client = new Client(engine.connection)
await client.connect()
for (const [name, { rows, batch = BATCH, into, select, from, onConflict = '' }] of Object.entries(STEPS)) {
  const began = performance.now()
  let made = 0
  for (let first = 1; first <= rows; first += batch) {
    const span = [first, Math.min(rows, first + batch - 1)]
    made +=
      (await client.query(`insert into ${into} select ${select} from ${from} ${onConflict}`, span))
        .rowCount ?? 0
  }
  console.log(`${name}: ${made} rows in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
// As the nightly maintenance.
await client.query('vacuum (analyze)')
await client.end()
await engine.stop()
process.exit(0)

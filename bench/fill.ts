import { sql } from 'drizzle-orm'
import { closeDatabase, db, openDatabase } from '../app/database/client.server'

/**
 * Fills the database that the environment names with as much as a company gathers in many years: a program for
 * `node tests/run.mjs bench/fill.ts`. Rows are written straight, without commands: their number is the point.
 */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const PEOPLE = number('PEOPLE', 100_000)
const COURSES = number('COURSES', 10_000)
const ENROLMENTS = number('ENROLMENTS', 100_000)
const ENTRIES = number('ENTRIES', 1_000_000)

const NAMES = ['Anna', 'Luca', 'Chiara', 'Marco', 'Elena', 'Paolo', 'Sara', 'Giorgio', 'Nadia', 'Ivo']
const SURNAMES = ['Bianchi', 'De Santis', 'Felici', 'Galli', 'Illuminati', 'Rossi', 'Silvestri', 'Vagnoni']
const SUBJECTS = ['Contabilità', 'Leadership', 'Marketing', 'Restauro', 'Sicurezza', 'Vendite', 'Welfare']
const anyOf = (words: string[], n: string) =>
  sql.raw(`(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + (${n}) % ${words.length}]`)

const steps = {
  people: sql`
    insert into profiles (id, email, email_verified, first_name, last_name, company, created_at)
    select 'large-' || n, 'persona' || n || '@example.com', n % 20 > 0, ${anyOf(NAMES, 'n')},
      ${anyOf(SURNAMES, 'n / 7')} || ' ' || n, case when n % 3 = 0 then 'Azienda ' || n % 900 end,
      now() - n * interval '1 minute'
    from generate_series(1, ${PEOPLE}::int) n`,
  courses: sql`
    insert into courses (slug, title, short_description, description, modalita, tipo_sessione, location, price,
      max_partecipanti, coming_soon, start_date, end_date, total_hours, moduli, created_at)
    select 'grande-' || n, ${anyOf(SUBJECTS, 'n')} || ' ' || n, 'Un corso tra molti.', repeat('Parole del corso. ', 40),
      'Online', 'Serale', 'Fermo', 100 + n % 900, n % 30, n % 10 = 0,
      case when n % 10 > 0 then current_date + (n % 900 - 600) end,
      case when n % 10 > 0 then current_date + (n % 900 - 570) end, 24, array['Primo', 'Secondo'],
      now() - n * interval '1 hour'
    from generate_series(1, ${COURSES}::int) n`,
  sessions: sql`
    insert into course_sessions (course_id, position, start_date, end_date, hours)
    select id, n, start_date + n * 10, start_date + n * 10, 8
    from courses, generate_series(0, 2) n where slug like 'grande-%' and start_date is not null`,
  // One course in a hundred is a crowd, so that lists of one course grow too.
  enrolments: sql`
    insert into user_courses (user_id, course_id, status, requested_at, approved_at)
    select 'large-' || 1 + n % ${PEOPLE}::int, course.id, state.status, now() - n * interval '50 minutes',
      case when state.status in ('pending', 'rejected') then null else now() end
    from generate_series(1, ${ENROLMENTS}::int) n
    join (select id, row_number() over (order by slug) - 1 as place from courses where slug like 'grande-%') course
      on course.place = case when n % 4 = 0 then n % 100 else (n * 7919::bigint) % ${COURSES}::int end
    cross join lateral (select (array['approved', 'in_progress', 'completed', 'completed', 'pending', 'rejected'])
      [1 + n % 6] as status) state
    on conflict do nothing`,
  entries: sql`
    insert into audit_logs (user_id, action, entity_type, entity_id, details, created_at)
    select case when n % 50 = 0 then 'large-' || 1 + n % 40 else (select id from profiles where role = 'admin' limit 1) end,
      case when n % 100000 = 7 then 'delete' when n % 3 = 0 then 'create' else 'update' end,
      (array['user_courses', 'user_courses', 'profiles', 'courses', 'course_documents'])[1 + n % 5],
      'large-' || n % 5000,
      jsonb_build_object('old', jsonb_build_object('status', 'pending'), 'new', jsonb_build_object('status', 'approved'),
        'course', 'Corso ' || n % 900, 'email', 'persona' || n % 9000 || '@example.com'),
      now() - (${ENTRIES}::int - n) * interval '20 seconds'
    from generate_series(1, ${ENTRIES}::int) n`,
}

await openDatabase()
for (const [name, statement] of Object.entries(steps)) {
  const began = performance.now()
  const { rowCount } = await db.execute(statement)
  console.log(`${name}: ${rowCount} rows in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
// As the site does every night.
await db.execute(sql`vacuum (analyze)`)
await closeDatabase()
process.exit(0)

import { createConfirmedAccount } from '../../app/accounts/commands.server'
import { closeDatabase, db, openDatabase } from '../../app/database/client.server'
import { courses } from '../../app/database/schema'
import { createFormTimestamp } from '../../app/http/form-timestamp.server'
import { cookieOf, PASSWORD } from '../people'

/** Adds `MEMBERS` and `COURSES` with `SEATS` to the database; prints them as a JSON line. */
const MEMBERS = Number(process.env.MEMBERS ?? 1)
const COURSES = Number(process.env.COURSES ?? 1)
const SEATS = Number(process.env.SEATS ?? 0)

async function signedIn(name: string, role: 'member' | 'admin') {
  const email = `${name}@example.it`
  const created = await createConfirmedAccount({
    ...{ email, password: PASSWORD, firstName: name, lastName: 'Prova', role },
  })
  if (!created.ok) throw new Error(`${name} could not be created`)
  return { email, cookie: await cookieOf(email) }
}

await openDatabase()
const admin = await signedIn('carla', 'admin')
const members = []
for (let i = 0; i < MEMBERS; i++) members.push(await signedIn(`persona${i}`, 'member'))
const taught = Array.from({ length: COURSES }, (_, i) => ({
  ...{ slug: `corso-${i}`, title: `Corso ${i}`, shortDescription: 'Breve.', description: 'Lungo.' },
  ...{ modalita: 'Online', tipoSessione: 'Aula', price: 100, maxPartecipanti: SEATS },
}))
const made = await db.insert(courses).values(taught).returning({ id: courses.id, slug: courses.slug })
// Opened a minute ago.
const opened = await createFormTimestamp(Date.now() - 60_000)
await closeDatabase()
console.log(
  JSON.stringify({ admin, members, password: PASSWORD, courses: made, timestamp: opened } satisfies Crowd),
)
process.exit(0)

export type Crowd = {
  admin: { email: string; cookie: string }
  members: { email: string; cookie: string }[]
  password: string
  courses: { id: string; slug: string }[]
  timestamp: string
}

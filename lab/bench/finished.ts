import { closeDatabase, db, openDatabase } from '../../app/database/client.server'
import { courses, profiles, userCourses } from '../../app/database/schema'

/**
 * Adds `EDITIONS` of an e-learning course that the same `PEOPLE` have completed, without attestati; prints the ids of the
 * editions as a JSON line. Run by `node tests/run.mjs lab/bench/finished.ts`.
 */
const EDITIONS = Number(process.env.EDITIONS ?? 1)
const PEOPLE = Number(process.env.PEOPLE ?? 500)

const people = Array.from({ length: PEOPLE }, (_, i) => ({
  id: `finished-${i}`,
  email: `finished${i}@example.it`,
  emailVerified: true,
  firstName: 'Ada',
  lastName: `Prova ${i}`,
}))
const taught = Array.from({ length: EDITIONS }, (_, i) => ({
  slug: `finished-${i}`,
  title: 'Contabilità',
  modalita: 'E-learning',
  location: 'E-learning',
}))

await openDatabase()
await db.insert(profiles).values(people)
const editions = await db.insert(courses).values(taught).returning({ id: courses.id })
for (const { id } of editions)
  await db.insert(userCourses).values(
    people.map((person) => ({
      userId: person.id,
      courseId: id,
      status: 'completed' as const,
      approvedAt: new Date(),
    })),
  )
await closeDatabase()
console.log(JSON.stringify(editions.map(({ id }) => id)))
process.exit(0)

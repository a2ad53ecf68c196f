import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Admin, SYSTEM } from '../../app/accounts/rules'
import { issueCertificates } from '../../app/certificates/commands.server'
import { drawCertificates } from '../../app/certificates/draw.commands.server'
import { closeDatabase, db, openDatabase } from '../../app/database/client.server'
import {
  certificates,
  courses,
  decisions,
  personalDocuments,
  profiles,
  userCourses,
} from '../../app/database/schema'
import { personalFiles } from '../../app/documents/stored.server'
import { isLive } from '../../app/enrolments/enrolments.sql'
import { brokenInvariants } from '../../app/operations/invariants.queries.server'
import { undoDecision } from '../../app/undo/commands.server'

/** `ACT`: fills the database with finished editions, issues attestati and takes some back until it is killed, or checks. */
const ACTS: Record<string, () => Promise<void>> = { begin, work, check }
const [EDITIONS, PEOPLE] = [2, 500]

const some = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]
const carla = { id: 'carla' } as Admin

async function begin() {
  const person = (id: string, role: 'member' | 'admin' = 'member') => ({
    ...{ id, role, email: `${id}@example.it`, emailVerified: true, firstName: id, lastName: 'Prova' },
  })
  const names = Array.from({ length: PEOPLE }, (_, i) => `persona${i}`)
  await db.insert(profiles).values([person('carla', 'admin'), ...names.map((name) => person(name))])
  for (let i = 0; i < EDITIONS; i++) {
    const facts = { slug: `corso-${i}`, title: 'Corso', modalita: 'E-learning', location: 'E-learning' }
    const [course] = await db.insert(courses).values(facts).returning()
    if (!course) throw new Error('no course')
    const completed = { courseId: course.id, status: 'completed' as const, approvedAt: new Date() }
    await db.insert(userCourses).values(names.map((userId) => ({ userId, ...completed })))
  }
  console.log(JSON.stringify({ people: PEOPLE }))
}

async function issueSome() {
  const edition = some(await db.select({ id: courses.id }).from(courses))
  if (!edition) return
  const waiting = await db
    .select({ id: userCourses.id })
    .from(userCourses)
    .leftJoin(certificates, and(eq(certificates.enrolmentId, userCourses.id), isNull(certificates.endedAt)))
    .where(and(eq(userCourses.courseId, edition.id), isLive, isNull(certificates.id)))
    .orderBy(sql`random()`)
    .limit(2)
  const ids = waiting.map(({ id }) => id)
  if (ids.length > 0) await issueCertificates(carla, edition.id, ids)
}

async function takeSomeBack() {
  const open = await db.select({ id: decisions.id }).from(decisions).where(isNull(decisions.undoneAt))
  const decision = some(open)
  if (decision && Math.random() < 0.3) await undoDecision(carla, decision.id)
}

async function work() {
  console.log('working')
  const keepOn = async (step: () => Promise<unknown>) => {
    for (;;) await step()
  }
  await Promise.all([keepOn(issueSome), keepOn(() => drawCertificates(SYSTEM)), keepOn(takeSomeBack)])
}

/** What does not hold, after the schedule has done what was left to do. */
async function check() {
  await drawCertificates(SYSTEM)
  const found: unknown[] = await brokenInvariants()
  const valid = await db
    .select({ year: certificates.year, seq: certificates.seq, path: personalDocuments.filePath })
    .from(certificates)
    .leftJoin(
      personalDocuments,
      and(eq(personalDocuments.id, certificates.documentId), isNull(personalDocuments.deletedAt)),
    )
    .where(isNull(certificates.endedAt))
    .orderBy(asc(certificates.seq))
  for (const { year, seq, path } of valid)
    if (!path || !(await personalFiles.find(path))) found.push(`${year}/${seq} has no file`)
  const { rows } = await db.execute(sql`
    with counted as (select
      (select count(*) from certificates where ended_at is null) as valid,
      (select count(*) from personal_documents where deleted_at is null) as documents,
      (select count(*) from outgoing_mail where kind = 'document-given') as emails)
    select 'half-write' as what, counted.* from counted where valid <> documents or valid <> emails`)
  found.push(...rows)
  const counts = {
    valid: valid.length,
    void: await db.$count(certificates, eq(certificates.ending, 'void')),
  }
  console.log(JSON.stringify({ found, counts }))
}

await openDatabase()
await ACTS[process.env.ACT ?? 'check']?.()
await closeDatabase()
process.exit(0)

import { sql } from 'drizzle-orm'
import { SYSTEM } from '../../app/accounts/rules'
import {
  issueCertificates,
  reissueCertificate,
  revokeCertificate,
} from '../../app/certificates/commands.server'
import { drawCertificates } from '../../app/certificates/draw.commands.server'
import { db } from '../../app/database/client.server'
import { type Act, decision, only, outcomeOf } from './acts'
import { anEdition, isLive, someEnrolled, type World } from './world'

const REASON = 'Il nome era sbagliato'
const MANY = 1_000

const isCertified = sql`exists (select from certificates paper
  where paper.enrolment_id = w.id and paper.ended_at is null)`
const isToCertify = sql`w.status = 'completed' and ${isLive} and not ${isCertified}
  and not exists (select from course_sessions lesson where lesson.course_id = c.id and lesson.closed_at is null)`

/** A valid attestato. */
async function aCertificate(world: World) {
  const [enrolled] = await someEnrolled(world, isCertified)
  if (!enrolled) return undefined
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from certificates where enrolment_id = ${enrolled.id} and ended_at is null`,
  )
  return rows[0] && { id: rows[0].id, enrolment: enrolled.id }
}

export const OF_CERTIFICATES: Act[] = [
  decision('the office issues attestati', 3, async (world) => {
    const edition = await anEdition(
      world,
      sql`exists (select from user_courses w where w.course_id = c.id and ${isToCertify})`,
    )
    if (!edition) return undefined
    const enrolled = await someEnrolled(world, sql`${isToCertify} and c.id = ${edition.id}`, MANY)
    const enrolments = enrolled.map(({ id }) => id)
    return {
      enrolments,
      decide: async () => {
        const { decision, refused } = await issueCertificates(world.office, edition.id, enrolments)
        await drawCertificates(SYSTEM)
        return { ...(decision && { decision }), refused }
      },
    }
  }),
  decision('issues an attestato again', 1, async (world) => {
    const certificate = await aCertificate(world)
    return (
      certificate && {
        enrolments: [certificate.enrolment],
        decide: async () => {
          const issued = await only(reissueCertificate(world.office, certificate.id, REASON))
          await drawCertificates(SYSTEM)
          return issued
        },
      }
    )
  }),
  {
    name: 'revokes an attestato',
    weight: 0.5,
    run: async (world) => {
      const certificate = await aCertificate(world)
      if (!certificate) return 'none'
      return outcomeOf(await revokeCertificate(world.office, certificate.id, REASON))
    },
  },
]

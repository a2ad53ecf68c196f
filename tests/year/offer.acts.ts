import { and, eq, sql } from 'drizzle-orm'
import { db } from '../../app/database/client.server'
import { outgoingMail, userCourses } from '../../app/database/schema'
import { KINDS_UPDATING_EDITION } from '../../app/enrolments/decision.rules'
import { hasOpenDecision } from '../../app/enrolments/decisions.sql'
import { answerByLink, answerOwn, type Reply } from '../../app/enrolments/waiting-list/answer.commands.server'
import { today } from '../../app/runtime/clock'
import { hashOf } from '../../app/runtime/token.server'
import { type Act, outcomeOf } from './acts'
import { Broken, type World } from './world'

const visitor = { address: '192.0.2.1', device: '' }

type Open = {
  personId: string
  email: string
  enrolment: string
  edition: string
  tokenHash: string
  isOver: boolean
  /** The edition still takes people, and neither its confirmation nor its new dates can be taken back. */
  isThere: boolean
}

/** Half of the time the one that ends first. */
async function anOpenOffer({ random, now }: World): Promise<Open | undefined> {
  const salt = String(random.below(1e9))
  const ends = random.chance(0.5) ? sql`offer.expires_at,` : sql``
  const { rows } = await db.execute<Open>(sql`
    select w.user_id as "personId", p.email, w.id as enrolment, c.id as edition, offer.token_hash as "tokenHash",
      offer.expires_at <= ${now} as "isOver",
      c.cancelled_at is null and c.end_date >= ${today()} and not ${hasOpenDecision(sql`c.id`, KINDS_UPDATING_EDITION)} as "isThere"
    from seat_offers offer join courses c on c.id = offer.course_id
      join user_courses w on w.id = offer.enrolment_id join profiles p on p.id = w.user_id
    where offer.answered_at is null order by ${ends} md5(concat(w.user_id, c.id, ${salt}::text)) limit 1`)
  return rows[0]
}

async function tokenOf({ email, tokenHash }: Open, { delivered }: World): Promise<string> {
  const offers = and(eq(outgoingMail.toAddress, email), eq(outgoingMail.kind, 'seat-offered'))
  const mails = await db.select({ text: outgoingMail.text }).from(outgoingMail).where(offers)
  const texts = [...delivered, ...mails.map(({ text }) => text)]
  const tokens = texts.flatMap((text) => text.match(/\/offerte\/([\w-]{32})/)?.[1] ?? [])
  return tokens.find((token) => hashOf(token) === tokenHash) ?? ''
}

const answering = (name: string, weight: number, reply: Reply): Act => ({
  name,
  weight,
  run: async (world, random) => {
    const offer = await anOpenOffer(world)
    const person = world.people.find(({ id }) => id === offer?.personId)
    if (!offer || !person) return 'none'
    const answered = random.chance(0.5)
      ? await answerOwn(person, offer.enrolment, reply)
      : await answerByLink(visitor, await tokenOf(offer, world), reply)
    if (answered.ok && offer.isOver) throw new Broken('An offer was answered after its end')
    if (!answered.ok && offer.isThere && !offer.isOver)
      throw new Broken(`An offer that was answered in time was refused: ${answered.refusal}`)
    if (answered.ok && reply === 'accept' && !(await holdsSeat(offer)))
      throw new Broken('A person who accepted in time has no seat')
    return outcomeOf(answered)
  },
})

async function holdsSeat({ enrolment, edition }: Open): Promise<boolean> {
  const { id, courseId, status } = userCourses
  const seated = and(eq(id, enrolment), eq(courseId, edition), eq(status, 'approved'))
  return (await db.$count(userCourses, seated)) === 1
}

export const OF_OFFERS: Act[] = [
  answering('accepts the offer', 6, 'accept'),
  answering('declines the offer', 1.5, 'decline'),
]

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { SYSTEM } from '../../app/accounts/rules'
import { db } from '../../app/database/client.server'
import { outgoingMail } from '../../app/database/schema'
import { sendReminders } from '../../app/editions/reminders.commands.server'
import { startEnrolments } from '../../app/editions/start.commands.server'
import { endDueOffers, offerSeats } from '../../app/enrolments/waiting-list/offers.commands.server'
import { runMailSender } from '../../app/mail/sender.server'
import type { Deliver } from '../../app/mail/smtp.server'
import type { Act } from './acts'
import { checkOffers, expectedOffers } from './expected-offers'
import { Broken, type World } from './world'

export const OF_SCHEDULE: Act[] = [
  {
    name: 'the schedule starts, reminds, expires and offers',
    weight: 26,
    run: async (world) => {
      await startEnrolments(SYSTEM)
      await sendReminders(SYSTEM)
      await expire(world)
      const expected = await expectedOffers(world)
      const offered = await offerSeats(SYSTEM)
      await checkOffers(world, expected)
      return offered > 0 ? 'done' : 'none'
    },
  },
  {
    name: 'the mail leaves',
    weight: 8,
    run: async ({ now, delivered }) => {
      const due = sql`${outgoingMail.sentAt} is null and ${outgoingMail.dueAt} <= ${now}`
      let left = await db.$count(outgoingMail, due)
      if (left === 0) return 'none'
      const { promise, resolve } = Promise.withResolvers<void>()
      const deliver: Deliver = async ({ text }) => {
        delivered.push(text)
        left -= 1
        if (left === 0) resolve()
        return 'sent' as const
      }
      const sender = runMailSender(deliver, { poll: 1 })
      await promise
      // Time for one that is not due.
      await pause(5)
      await sender.stop()
      return 'done'
    },
  },
]

/** The person of an expired offer leaves the list until they come back. */
async function expire({ places, now }: World) {
  const over = sql`select enrolment_id as id from seat_offers where answered_at is null and expires_at <= ${now}`
  const { rows } = await db.execute<{ id: string }>(over)
  await endDueOffers(SYSTEM)
  for (const { id } of rows) places.expired(id)
  if ((await db.execute(over)).rows.length > 0) throw new Broken('An offer is open after its end')
}

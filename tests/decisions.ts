import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { db } from '../app/database/client.server'
import { decisions, userCourses } from '../app/database/schema'
import { env } from '../app/runtime/env.server'

/** For `beforeEach`: decisions can be taken back for five minutes. */
export function withUndo() {
  env.undoMinutes = 5
  onTestFinished(() => {
    env.undoMinutes = 0
  })
}

/** The office can no longer take back what it has decided. */
export const settleDecisions = () => db.update(decisions).set({ heldUntil: sql`now() - interval '1 second'` })

export const enrolmentRows = () =>
  db.select().from(userCourses).orderBy(userCourses.requestedAt, userCourses.id)

/** The id of the decision; '' for a refusal. */
export const decisionOf = (decided: { ok: true; decision: string } | { ok: false } | undefined) =>
  decided?.ok ? decided.decision : ''

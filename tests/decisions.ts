import { onTestFinished } from 'vitest'
import { db } from '../app/database/client.server'
import { userCourses } from '../app/database/schema'
import { env } from '../app/runtime/env.server'

/** For `beforeEach`: decisions can be taken back for five minutes. */
export function withUndo() {
  env.undoMinutes = 5
  onTestFinished(() => {
    env.undoMinutes = 0
  })
}

export const enrolmentRows = () =>
  db.select().from(userCourses).orderBy(userCourses.requestedAt, userCourses.id)

/** The id of the decision; '' for a refusal. */
export const decisionOf = (decided: { ok: true; decision: string } | { ok: false } | undefined) =>
  decided?.ok ? decided.decision : ''

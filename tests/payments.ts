import { and, eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { FIRST_SETTINGS } from '../app/content/first-settings'
import { db } from '../app/database/client.server'
import { dues, userCourses } from '../app/database/schema'
import { requestEnrolment } from '../app/enrolments/request/commands.server'
import { approveRequest } from '../app/enrolments/review/commands.server'
import { changeSettings } from '../app/settings/commands.server'
import { reloadSettings } from '../app/site/snapshot.server'
import { enrolmentOfPerson } from './waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from './world'

/** Somebody with a seat who owes 980 euros in two parts. `isSettled`: the approval cannot be taken back, and is of last month. */
export async function anOwing(name = 'ada', isSettled = true) {
  const [admin, member] = [await anAdmin(`admin-${name}`), await aMember(name)]
  const course = await aCourse({ price: 980, paymentInstallments: [490, 490] }, [{ startDate: inDays(60) }])
  await requestEnrolment(member, course.id)
  const id = (await enrolmentOfPerson(member, course))?.id ?? ''
  await approveRequest(admin, id)
  const approvedAt = new Date(Date.now() - 30 * 86_400_000)
  if (isSettled)
    await db.update(userCourses).set({ decisionId: null, approvedAt }).where(eq(userCourses.id, id))
  return { admin, member, course, id }
}

/** The first due of an enrolment is on the day that is so many days from today; negative: in the past. */
export const dueFell = (enrolmentId: string, days: number, number = 1) =>
  db
    .update(dues)
    .set({ dueOn: inDays(days) })
    .where(and(eq(dues.enrolmentId, enrolmentId), eq(dues.number, number)))

/** The schedule reminds of dues until the test ends. */
export async function turnRemindersOn() {
  const payments = { ...FIRST_SETTINGS.payments, automaticReminders: true }
  const outcome = await changeSettings(await anAdmin('capo'), 'payments', payments, 0)
  if (!outcome.ok) throw new Error(outcome.refusal)
  onTestFinished(async () => {
    await emptyDatabase()
    await reloadSettings()
  })
}

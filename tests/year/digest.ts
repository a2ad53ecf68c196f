import { createHash } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import { db } from '../../app/database/client.server'
import {
  attendance,
  auditLogs,
  balances,
  bankLines,
  certificates,
  courseSeats,
  courseSessions,
  courses,
  decisionRows,
  decisions,
  dues,
  outgoingMail,
  payments,
  postponementAnswers,
  postponements,
  remindersSent,
  seatOffers,
  userCourses,
} from '../../app/database/schema'

const TABLES = [
  ...[courses, courseSeats, courseSessions, userCourses, seatOffers, decisions, decisionRows],
  ...[attendance, postponements, postponementAnswers, remindersSent, certificates, auditLogs, outgoingMail],
  ...[dues, payments, balances, bankLines],
]
const RANDOM = [
  'tokenHash',
  'reference',
  'code',
  'verificationUrl',
  'message',
  'html',
  'text',
  'searchText',
  'searchDocument',
]

/** One text for the whole state: the same for two runs of the same seed, whatever ids they have drawn. */
export async function digest(): Promise<string> {
  const rows = []
  for (const table of TABLES)
    for (const row of await db.select().from(table)) rows.push({ table: getTableName(table), ...row })
  const names = new Map<string, string>()
  for (const { id, slug } of await db.select().from(courses)) names.set(id, slug)
  for (const { id, kind, madeAt } of await db.select().from(decisions))
    names.set(id, `${kind} ${madeAt.toISOString()}`)
  for (const { id, userId, courseId, requestedAt } of await db.select().from(userCourses))
    names.set(id, `${userId} ${names.get(courseId)} ${requestedAt.toISOString()}`)
  const leftOut = (key: string, value: unknown) =>
    RANDOM.includes(key) || (key === 'id' && typeof value === 'number')
  const named = rows.map((row) =>
    JSON.stringify(row, (key, value: unknown) => (leftOut(key, value) ? undefined : value)).replace(
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      (id) => names.get(id) ?? 'id',
    ),
  )
  return createHash('sha256').update(named.sort().join('\n')).digest('hex').slice(0, 16)
}

import { randomUUID } from 'node:crypto'
import type { Admin, Member } from '../app/accounts/rules'
import { db } from '../app/database/client.server'
import { personalDocuments, userCourses } from '../app/database/schema'
import { giveDocument } from '../app/documents/personal/commands.server'
import type { EnrolmentState } from '../app/enrolments/rules'
import { aPdf } from './pdfs'
import { aCourse, decided, inDays } from './world'

export const FILE = { name: 'Attestato di Ada.pdf', bytes: Buffer.from(await aPdf()) }

/** In 'Contabilità', which began nine days ago. */
export async function anEnrolmentOf(member: Member, status: EnrolmentState = 'completed', facts = {}) {
  const course = await aCourse({ title: 'Contabilità', ...facts }, [{ startDate: inDays(-9) }])
  const [row] = await db
    .insert(userCourses)
    .values({ userId: member.id, courseId: course.id, ...decided(status) })
    .returning()
  return row?.id ?? ''
}

export const giveFile = (admin: Admin, enrolment: string, file = FILE, key: string = randomUUID()) =>
  giveDocument(admin, enrolment, file, { key, kind: 'attestato' })

/** The only document, with its decision. */
export async function givenFile(admin: Admin, enrolment: string) {
  const done = await giveFile(admin, enrolment)
  const [row] = await db.select().from(personalDocuments)
  if (!done.ok || !row) throw new Error('Nothing was given')
  return { ...row, decision: done.decision }
}

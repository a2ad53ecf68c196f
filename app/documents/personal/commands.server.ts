import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { isDeletedAccount, type Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { isSeated } from '../../courses/seats.rules'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import {
  courses,
  decisions,
  outgoingMail,
  personalDocuments,
  profiles,
  userCourses,
} from '../../database/schema'
import {
  enqueueEmailsAbout,
  openDecision,
  renderEmailsAbout,
  saveNotifiedEnrolments,
} from '../../enrolments/decision.server'
import { lockEnrolments } from '../../enrolments/seats.server'
import { isId } from '../../parsing/text.rules'
import { refuse } from '../../runtime/outcome.rules'
import type { Upload } from '../../storage/uploads.server'
import type { DocumentOutcome } from '../rules'
import { acceptFile, isTooLate, personalFiles, storeWith } from '../stored.server'
import { isIssuedDocument } from './documents.sql'
import { documentGiven } from './emails'
import type { PersonalKind } from './rules'

/**
 * Gives a file to the person of an enrolment with a seat, as a decision: while its e-mail waits, undoing it takes the
 * file back. `key`: id of the form, and of the document; a second file with the same key is refused as 'already-given'.
 * @returns `decision`: the id of the decision, to undo it
 */
export async function giveDocument(
  staff: Staff,
  enrolmentId: string,
  upload: Upload,
  { key, kind }: { key: string; kind: PersonalKind },
): Promise<DocumentOutcome<{ decision: string }>> {
  if (!isId(enrolmentId) || !isId(key)) return refuse('unknown-enrolment')
  const accepted = await acceptFile(upload, enrolmentId)
  if (!accepted.ok) return accepted
  const email = (
    await renderEmailsAbout([enrolmentId], (facts) => documentGiven(facts, enrolmentId, kind))
  ).get(enrolmentId)
  return storeWith(personalFiles, [accepted.file], async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (!enrolment || !email || !isSeated(enrolment.status) || isDeletedAccount(enrolment.email))
      return refuse('unknown-enrolment')
    if ((await tx.$count(personalDocuments, eq(personalDocuments.id, key))) > 0)
      return refuse('already-given')

    const decision = await openDecision(tx, staff, 'document')
    await saveNotifiedEnrolments(tx, decision, [enrolmentId])
    await tx.insert(personalDocuments).values({
      id: key,
      enrolmentId,
      kind,
      ...accepted.columns,
      givenBy: staff.id,
      decisionId: decision.id,
    })
    await enqueueEmailsAbout(tx, new Map([[enrolmentId, email]]), [enrolment], decision)
    const details = { document: kind, course: enrolment.course.title, email: enrolment.email }
    await record(tx, staff, { action: 'create', entity: 'personal_documents', id: key, details })
    return { ok: true, decision: decision.id }
  })
}

/**
 * Marks a document as deleted; `restorePersonalDocument` undoes that. Its e-mail, if it has not left yet, never leaves.
 * Refuses an attestato that the site has issued.
 */
export async function deletePersonalDocument(staff: Staff, id: string): Promise<DocumentOutcome> {
  return inTransaction(async (tx) => {
    const found = await lockDocument(tx, id)
    if (!found || found.document.deletedAt) return refuse('unknown-document')
    if (found.isIssued) return refuse('certificate')
    await tx.update(personalDocuments).set({ deletedAt: sql`now()` }).where(eq(personalDocuments.id, id))
    const { decisionId } = found.document
    if (decisionId)
      await tx
        .delete(outgoingMail)
        .where(and(eq(outgoingMail.decisionId, decisionId), isNull(outgoingMail.sentAt)))
    await recordDocument(tx, staff, 'delete', found)
    return { ok: true }
  })
}

/**
 * Undoes a deletion within `RESTORABLE_MINUTES`, unless the decision to give the document was undone. The e-mail about
 * the document is written again if it had not left. A document that is not deleted stays as it is.
 */
export async function restorePersonalDocument(staff: Staff, id: string): Promise<DocumentOutcome> {
  const announcement = await renderAnnouncement(id)
  return inTransaction(async (tx) => {
    const found = await lockDocument(tx, id)
    // The sweep has removed the row.
    if (!found) return refuse('too-late')
    const { deletedAt, filePath } = found.document
    if (!deletedAt) return { ok: true }
    if (found.undone || found.tooLate || !(await personalFiles.find(filePath))) return refuse('too-late')
    await tx.update(personalDocuments).set({ deletedAt: null }).where(eq(personalDocuments.id, id))
    const { decision, email } = found
    const { enrolmentId } = found.document
    if (announcement && decision && !(await wasAnnounced(tx, decision.id)))
      await enqueueEmailsAbout(
        tx,
        new Map([[enrolmentId, announcement]]),
        [{ id: enrolmentId, email }],
        decision,
      )
    await recordDocument(tx, staff, 'create', found)
    return { ok: true }
  })
}

/** Renders the e-mail about a document; undefined for an unknown id, or if the enrolment is not live. */
async function renderAnnouncement(id: string) {
  if (!isId(id)) return undefined
  const { enrolmentId, kind } = personalDocuments
  const [document] = await db
    .select({ enrolmentId, kind })
    .from(personalDocuments)
    .where(eq(personalDocuments.id, id))
  if (!document) return undefined
  const emails = await renderEmailsAbout([document.enrolmentId], (facts, enrolment) =>
    documentGiven(facts, enrolment, document.kind),
  )
  return emails.get(document.enrolmentId)
}

/** Whether the e-mail about the document of a decision has left. It is kept longer than the decision. */
async function wasAnnounced(tx: Transaction, decisionId: string): Promise<boolean> {
  return (await tx.$count(outgoingMail, eq(outgoingMail.decisionId, decisionId))) > 0
}

type LockedDocument = NonNullable<Awaited<ReturnType<typeof lockDocument>>>

/**
 * Locks a document and its enrolment, deleted ones too; undefined for an unknown id. `decision`: the one to give it,
 * null if it is no longer stored; `undone`: whether the office has taken it back; `tooLate`: as `isTooLate`.
 */
async function lockDocument(tx: Transaction, id: string) {
  if (!isId(id)) return undefined
  const [link] = await tx
    .select({ id: personalDocuments.enrolmentId })
    .from(personalDocuments)
    .where(eq(personalDocuments.id, id))
  if (!link) return undefined
  // Undoing the decision that created the enrolment deletes it with its documents: the lock waits for that.
  await tx.select({ id: userCourses.id }).from(userCourses).where(eq(userCourses.id, link.id)).for('update')
  const [found] = await tx
    .select({
      document: personalDocuments,
      course: courses.title,
      email: profiles.email,
      decision: { id: decisions.id, heldUntil: decisions.heldUntil },
      undone: isNotNull(decisions.undoneAt).mapWith(Boolean),
      tooLate: isTooLate(personalDocuments.deletedAt),
      isIssued: isIssuedDocument,
    })
    .from(personalDocuments)
    .innerJoin(userCourses, eq(userCourses.id, personalDocuments.enrolmentId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .leftJoin(decisions, eq(decisions.id, personalDocuments.decisionId))
    .where(eq(personalDocuments.id, id))
    .for('update', { of: personalDocuments })
  return found
}

/**
 * Records that a document was deleted or restored. Without the name of the file, which may contain the name of the
 * person: the erasure of a person (`without_person`) does not reach file names in the log.
 */
async function recordDocument(
  tx: Transaction,
  staff: Staff,
  action: 'create' | 'delete',
  { document: { id, kind }, course, email }: LockedDocument,
) {
  const details = { document: kind, course, email, ...(action === 'create' && { restored: true }) }
  await record(tx, staff, { action, entity: 'personal_documents', id, details })
}

import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { System } from '../accounts/rules'
import { record } from '../audit/record.server'
import { db } from '../database/client.server'
import { certificates, decisions, personalDocuments } from '../database/schema'
import { documentGiven } from '../documents/personal/emails'
import { storedPath } from '../documents/rules'
import { personalFiles, storeWith } from '../documents/stored.server'
import { enqueueEmailsAbout, renderEmailsAbout } from '../enrolments/decision.server'
import { lockEnrolments } from '../enrolments/seats.server'
import { drawCertificate } from '../papers/certificate.server'
import { log } from '../runtime/log.server'
import { refuse } from '../runtime/outcome.rules'
import { formatCertificateNumber } from './rules'

const PDF_TYPE = 'application/pdf'

/**
 * Draws the missing files of valid attestati, in the order of their numbers, stores each as a document of the enrolment
 * and enqueues its e-mail, which waits as long as the decision can be undone. Throws at the end if some could not be
 * drawn; the next run tries them again.
 * @returns how many were drawn
 */
export async function drawCertificates(system: System): Promise<number> {
  const { year, seq, documentId, endedAt } = certificates
  const undrawnCertificates = await db
    .select()
    .from(certificates)
    .where(and(isNull(documentId), isNull(endedAt)))
    .orderBy(asc(year), asc(seq))
  let drawnCount = 0
  const failures: unknown[] = []
  for (const certificate of undrawnCertificates) {
    try {
      if (await drawMissingFile(system, certificate)) drawnCount += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (drawnCount > 0) log.info({ drawn: drawnCount }, 'attestati were drawn')
  const [cause] = failures
  if (cause) throw new Error(`${failures.length} attestati have no file`, { cause })
  return drawnCount
}

/**
 * Draws the file of an attestato, stores it as a document and enqueues the e-mail. Returns false if the attestato has
 * ended or was withdrawn meanwhile, or another process has drawn it.
 */
async function drawMissingFile(
  system: System,
  certificate: typeof certificates.$inferSelect,
): Promise<boolean> {
  const { id, enrolmentId, facts, code } = certificate
  const number = formatCertificateNumber(certificate)
  const bytes = await drawCertificate(facts)
  const emails = await renderEmailsAbout([enrolmentId], (emailFacts) =>
    documentGiven(emailFacts, enrolmentId, 'attestato', { number, code }),
  )
  const path = storedPath(enrolmentId, randomUUID(), 'pdf')
  const outcome = await storeWith(personalFiles, [{ path, bytes, type: PDF_TYPE }], async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    const [issued] = await tx
      .select({
        issuedBy: certificates.issuedBy,
        decision: { id: decisions.id, heldUntil: decisions.heldUntil },
      })
      .from(certificates)
      .leftJoin(decisions, eq(decisions.id, certificates.decisionId))
      .where(and(eq(certificates.id, id), isNull(certificates.documentId), isNull(certificates.endedAt)))
      .for('update', { of: certificates })
    if (!enrolment || !issued) return refuse('unknown-enrolment')
    const document = randomUUID()
    await tx.insert(personalDocuments).values({
      id: document,
      enrolmentId,
      kind: 'attestato',
      fileName: `Attestato ${number.replace('/', '-')}.pdf`,
      fileType: PDF_TYPE,
      fileSize: bytes.length,
      filePath: path,
      givenBy: issued.issuedBy,
      decisionId: issued.decision?.id ?? null,
    })
    await tx.update(certificates).set({ documentId: document }).where(eq(certificates.id, id))
    await enqueueEmailsAbout(tx, emails, [enrolment], issued.decision ?? undefined)
    const details = {
      document: 'attestato',
      certificate: number,
      course: enrolment.course.title,
      email: enrolment.email,
    } as const
    await record(tx, system, { action: 'create', entity: 'personal_documents', id: document, details })
    return { ok: true }
  })
  if (!outcome.ok && outcome.refusal !== 'unknown-enrolment')
    throw new Error(`The file of ${number}: ${outcome.refusal}`)
  return outcome.ok
}

import { and, asc, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Member, Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import {
  certificateNumbers,
  certificates,
  personalDocuments,
  profiles,
  userCourses,
} from '../database/schema'
import { canBeUndone } from '../enrolments/decisions.sql'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { type CertificateNumber, isSameName, readCertificateNumber, readCode } from './rules'

// ── What the office reads ───────────────────────────────────────────────────────────────────────────

/** Lists the attestati of an edition, valid and ended, by last name, the newest of a name first. */
export function certificatesIn(_staff: Staff, courseId: string) {
  return certificateRows(eq(userCourses.courseId, courseId)).orderBy(
    sql`${certificates.facts} ->> 'lastName' collate "und-x-icu"`,
    desc(certificates.year),
    desc(certificates.seq),
  )
}

/** Lists the attestati of an edition that have a file, valid and ended, by number. */
export function certificateFiles(_staff: Staff, courseId: string) {
  const { year, seq, facts, ending, documentId } = certificates
  const { filePath, fileName } = personalDocuments
  return db
    .select({ facts, ending, filePath, fileName })
    .from(certificates)
    .innerJoin(userCourses, eq(userCourses.id, certificates.enrolmentId))
    .innerJoin(personalDocuments, eq(personalDocuments.id, documentId))
    .where(and(eq(userCourses.courseId, courseId), isNull(personalDocuments.deletedAt)))
    .orderBy(asc(year), asc(seq))
}

/** Lists the attestati of a person, the newest first. */
export function certificatesOfPerson(_staff: Staff, personId: string) {
  return certificateRows(eq(userCourses.userId, personId)).orderBy(
    desc(certificates.year),
    desc(certificates.seq),
  )
}

/** Returns the attestato with this id; undefined if there is none. */
export async function certificateById(_staff: Staff, id: string) {
  if (!isId(id)) return undefined
  const [row] = await certificateRows(eq(certificates.id, id))
  return row
}

/** Finds the attestato with a typed number, for a search: a list of one; [] if there is none. */
export async function findCertificates(_staff: Staff, text: string) {
  const number = readCertificateNumber(text)
  return number ? certificateRows(hasNumber(number)) : []
}

const hasNumber = ({ year, seq }: CertificateNumber) =>
  and(eq(certificates.year, year), sql`${certificates.seq} = ${seq}::int`)

/** The attestato that replaces another one. */
const newer = alias(certificates, 'newer')

/**
 * Selects attestati for the office. `isUndoable`: whether the office can still take the issuing back.
 */
function certificateRows(where: SQL | undefined) {
  return db
    .select({
      id: certificates.id,
      code: certificates.code,
      enrolmentId: certificates.enrolmentId,
      courseId: userCourses.courseId,
      personId: userCourses.userId,
      email: profiles.email,
      facts: certificates.facts,
      documentId: certificates.documentId,
      isUndoable: canBeUndone(certificates.decisionId),
      endedAt: certificates.endedAt,
      ending: certificates.ending,
      endReason: certificates.endReason,
    })
    .from(certificates)
    .innerJoin(userCourses, eq(userCourses.id, certificates.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(where)
    .$dynamic()
}
export type IssuedCertificate = Awaited<ReturnType<typeof certificatesIn>>[number]

/** Returns the last number that was given this year; `seq` is 0 if none was. */
export async function lastNumberOfYear(_staff: Staff): Promise<CertificateNumber> {
  const year = Number(today().slice(0, 4))
  const [row] = await db
    .select({ last: certificateNumbers.last })
    .from(certificateNumbers)
    .where(eq(certificateNumbers.year, year))
  return { year, seq: row?.last ?? 0 }
}

// ── What everybody may read ─────────────────────────────────────────────────────────────────────────

/**
 * Returns the attestato with the code of a QR, for everybody; undefined if there is none, or while the office can still
 * take its issuing back. The caller limits how often a visitor may ask.
 */
export async function certificateByCode(text: string) {
  const code = readCode(text)
  const certificate = code === null ? undefined : await publicCertificate(eq(certificates.code, code))
  return certificate && withoutNameIfEnded(certificate)
}

/** Returns the attestato with a typed number and last name, for everybody; undefined as in `certificateByCode`. */
export async function certificateByNumber(number: string, lastName: string) {
  const typedNumber = readCertificateNumber(number)
  if (!typedNumber) return undefined
  const certificate = await publicCertificate(hasNumber(typedNumber))
  return certificate && isSameName(certificate.facts.lastName, lastName)
    ? withoutNameIfEnded(certificate)
    : undefined
}

/** Removes the name of the person from an attestato that has ended: it is public on a valid one only. */
function withoutNameIfEnded(certificate: PublicCertificate): PublicCertificate {
  if (certificate.ending === null) return certificate
  return { ...certificate, facts: { ...certificate.facts, firstName: '', lastName: '' } }
}

/**
 * Returns an attestato as everybody may know it. `newer`: the one that replaces it. While the office can still take the
 * replacement back, the attestato counts as valid and `newer` is null.
 */
async function publicCertificate(which: SQL | undefined) {
  const [row] = await db
    .select({
      facts: certificates.facts,
      endedAt: certificates.endedAt,
      ending: certificates.ending,
      endReason: certificates.endReason,
      newer: { code: newer.code, year: newer.year, seq: newer.seq, reason: newer.replaceReason },
    })
    .from(certificates)
    .leftJoin(
      newer,
      and(
        eq(newer.replaces, certificates.id),
        sql`${newer.ending} is distinct from 'void'`,
        not(canBeUndone(newer.decisionId)),
      ),
    )
    .where(and(which, not(canBeUndone(certificates.decisionId))))
  if (!row) return undefined
  const isReplacementUndoable = row.ending === 'replaced' && !row.newer
  return isReplacementUndoable ? { ...row, ending: null, endedAt: null } : row
}
export type PublicCertificate = NonNullable<Awaited<ReturnType<typeof publicCertificate>>>

// ── What its person reads ───────────────────────────────────────────────────────────────────────────

/** Lists the revoked attestati of a member's enrolment, the newest first. They are not among its documents. */
export function revokedCertificates(member: Member, enrolment: string) {
  return db
    .select({
      id: certificates.id,
      year: certificates.year,
      seq: certificates.seq,
      code: certificates.code,
      endedAt: certificates.endedAt,
      endReason: certificates.endReason,
    })
    .from(certificates)
    .innerJoin(userCourses, eq(userCourses.id, certificates.enrolmentId))
    .where(
      and(
        eq(userCourses.userId, member.id),
        eq(certificates.enrolmentId, enrolment),
        eq(certificates.ending, 'revoked'),
      ),
    )
    .orderBy(desc(certificates.year), desc(certificates.seq))
}
export type RevokedCertificate = Awaited<ReturnType<typeof revokedCertificates>>[number]

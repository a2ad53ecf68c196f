import { and, eq, type GetColumnData, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { emailAddressesOf } from '../accounts/queries.server'
import { type Admin, type Member, ROLE_LABELS } from '../accounts/rules'
import { SIGN_IN_OUTCOME_LABELS } from '../accounts/sign-in-log/rules'
import { fieldInWords } from '../audit/rules'
import { CERTIFICATE_ENDING_LABELS, certificatePage, formatCertificateNumber } from '../certificates/rules'
import { db } from '../database/client.server'
import {
  attendance,
  billingDetails,
  certificates,
  contactReplies,
  contactSubmissions,
  courseSessions,
  courses,
  courseTeachers,
  decisionRows,
  decisions,
  dues,
  editionMessages,
  formerEmails,
  interests,
  outgoingMail,
  paymentReminders,
  payments,
  personalDocuments,
  personMessages,
  personNotes,
  postponementAnswers,
  profiles,
  seatOffers,
  secondFactors,
  sessions,
  signIns,
  userCourses,
} from '../database/schema'
import { kindLabel, personalDocumentAddress } from '../documents/personal/rules'
import { feedAddress } from '../enrolments/mine/feed/queries.server'
import { REFUND_LABELS } from '../enrolments/refund.rules'
import { stateLabel } from '../enrolments/rules'
import { MAIL_TOPICS } from '../mail/kinds.rules'
import { BILLING_KIND_LABELS } from '../payments/billing/rules'
import { env } from '../runtime/env.server'
import { withoutSecrets } from '../runtime/secret-links'
import { privacyNoticeAt } from '../site/legal.server'

/** A value of a column in JSON, which has no dates: a moment is a text. */
type JsonValue<Value> = Value extends Date ? string : Value

/**
 * SQL: rows of `table` as a JSON list, for a column of an enrolment or message; [] without any. `fields`: the columns
 * under their Italian names in the copy.
 */
function listOf<Fields extends Record<string, PgColumn>>(
  table: PgTable | SQL,
  fields: Fields,
  isInList: SQL | undefined,
  order: PgColumn | SQL,
) {
  const pairs = Object.entries(fields).map(([name, column]) => sql`${name}::text, ${column}`)
  return sql<{ [Name in keyof Fields]: JsonValue<GetColumnData<Fields[Name]>> }[]>`(
    select coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${sql`${order}`}), '[]')
    from ${table} where ${isInList})`
}

/** The lists of an enrolment, each oldest first. */
const LISTS_OF_ENROLMENT = {
  rate: listOf(
    dues,
    { scadenza: dues.dueOn, importo: dues.amount },
    eq(dues.enrolmentId, userCourses.id),
    dues.number,
  ),
  pagamenti: listOf(
    payments,
    { data: payments.receivedOn, importo: payments.amount, modo: payments.method, nota: payments.note },
    eq(payments.enrolmentId, userCourses.id),
    sql`${payments.receivedOn}, ${payments.registeredAt}`,
  ),
  promemoria_di_pagamento: listOf(
    paymentReminders,
    { rata: paymentReminders.number, tipo: paymentReminders.kind, data: paymentReminders.sentAt },
    eq(paymentReminders.enrolmentId, userCourses.id),
    paymentReminders.sentAt,
  ),
  posti_offerti: listOf(
    sql`${seatOffers} join ${courses} on ${courses.id} = ${seatOffers.courseId}`,
    {
      corso: courses.title,
      data: seatOffers.madeAt,
      scadenza: seatOffers.expiresAt,
      risposta: seatOffers.answer,
      motivo: seatOffers.reason,
    },
    eq(seatOffers.enrolmentId, userCourses.id),
    seatOffers.madeAt,
  ),
  risposte_ai_rinvii: listOf(
    postponementAnswers,
    { data: postponementAnswers.answeredAt, resta: postponementAnswers.stays },
    eq(postponementAnswers.enrolmentId, userCourses.id),
    postponementAnswers.answeredAt,
  ),
  presenze: listOf(
    sql`${attendance} join ${courseSessions} on ${courseSessions.courseId} = ${attendance.courseId}
      and ${courseSessions.number} = ${attendance.lesson}`,
    {
      lezione: courseSessions.startDate,
      minuti: attendance.minutes,
      entra: attendance.arrivedAt,
      esce: attendance.leftAt,
    },
    eq(attendance.enrolmentId, userCourses.id),
    courseSessions.position,
  ),
  documenti_per_te: listOf(
    personalDocuments,
    {
      id: personalDocuments.id,
      tipo: personalDocuments.kind,
      nome: personalDocuments.fileName,
      data: personalDocuments.createdAt,
    },
    and(eq(personalDocuments.enrolmentId, userCourses.id), isNull(personalDocuments.deletedAt)),
    personalDocuments.createdAt,
  ),
  attestati: listOf(
    certificates,
    {
      anno: certificates.year,
      numero: certificates.seq,
      codice: certificates.code,
      data: certificates.issuedAt,
      fine: certificates.endedAt,
      modo_della_fine: certificates.ending,
      motivo_della_fine: certificates.endReason,
    },
    eq(certificates.enrolmentId, userCourses.id),
    sql`${certificates.year}, ${certificates.seq}`,
  ),
}

/**
 * Returns all data about a member except the history (`historyOf`), under Italian names. The texts of e-mails have no
 * secret links.
 */
export async function dataOf(member: Member) {
  return { ...(await dataAbout(member)), indirizzo_calendario: await feedAddress(member) }
}

/** Returns the data of `dataOf` about a person for the office, without the secret address of the calendar. */
export function dataForOffice(_admin: Admin, person: DataSubject) {
  return dataAbout(person)
}

/** The person whom the data are about. */
export type DataSubject = Pick<Member, 'id' | 'email'>

async function dataAbout(person: DataSubject) {
  const { id } = person
  const provenEmails = await emailAddressesOf(db, person, { proven: true })
  const [profile] = await db
    .select({
      nome: profiles.firstName,
      cognome: profiles.lastName,
      email: profiles.email,
      email_confermata: profiles.emailVerified,
      telefono: profiles.phone,
      azienda: profiles.company,
      ruolo: profiles.role,
      registrazione: profiles.createdAt,
      invito_della_segreteria: profiles.invitedAt,
      ultima_modifica: profiles.updatedAt,
      nota_della_segreteria: personNotes.note,
    })
    .from(profiles)
    .leftJoin(personNotes, eq(personNotes.userId, profiles.id))
    .where(eq(profiles.id, id))
  const [billing] = await db
    .select({
      a_chi: billingDetails.kind,
      nome: billingDetails.name,
      codice_fiscale: billingDetails.taxCode,
      partita_iva: billingDetails.vatNumber,
      codice_destinatario: billingDetails.sdiCode,
      pec: billingDetails.pec,
      indirizzo: billingDetails.street,
      cap: billingDetails.postcode,
      comune: billingDetails.town,
      provincia: billingDetails.province,
      nazione: billingDetails.country,
      ultima_modifica: billingDetails.updatedAt,
    })
    .from(billingDetails)
    .where(eq(billingDetails.userId, id))
  const enrolments = await db
    .select({
      corso: courses.title,
      stato: userCourses.status,
      richiesta: userCourses.requestedAt,
      prezzo: userCourses.agreedPrice,
      motivo_del_prezzo: userCourses.priceReason,
      riferimento_dei_pagamenti: userCourses.reference,
      approvazione: userCourses.approvedAt,
      partecipazione: userCourses.participationDate,
      rifiuto: userCourses.rejectedAt,
      motivo_del_rifiuto: userCourses.rejectReason,
      riapertura: userCourses.reopenedAt,
      fine: userCourses.endedAt,
      modo_della_fine: userCourses.ending,
      motivo_della_fine: userCourses.endReason,
      regola_del_rimborso: userCourses.refundGround,
      in_lista_d_attesa_dal: userCourses.waitingSince,
      ammessa_alla_lista: userCourses.admittedAt,
      motivo_del_posto_in_lista: userCourses.moveReason,
      ...LISTS_OF_ENROLMENT,
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.userId, id))
    .orderBy(userCourses.requestedAt)
  const taughtCourses = await db
    .select({ corso: courses.title, dal: courseTeachers.addedAt })
    .from(courseTeachers)
    .innerJoin(courses, eq(courses.id, courseTeachers.courseId))
    .where(eq(courseTeachers.userId, id))
    .orderBy(courseTeachers.addedAt)
  const previousEmails = await db
    .select({ email: formerEmails.email, fino_al: formerEmails.endedAt })
    .from(formerEmails)
    .where(eq(formerEmails.userId, id))
    .orderBy(formerEmails.endedAt)
  const messages = await db
    .select({
      data: contactSubmissions.createdAt,
      nome: contactSubmissions.name,
      cognome: contactSubmissions.surname,
      email: contactSubmissions.email,
      telefono: contactSubmissions.phone,
      messaggio: contactSubmissions.message,
      informativa_del: contactSubmissions.privacyVersion,
      nota_della_segreteria: contactSubmissions.note,
      evasa: contactSubmissions.handledAt,
      risposte: listOf(
        contactReplies,
        { data: contactReplies.createdAt, testo: contactReplies.text },
        eq(contactReplies.contactId, contactSubmissions.id),
        contactReplies.createdAt,
      ),
    })
    .from(contactSubmissions)
    .where(inArray(contactSubmissions.email, provenEmails))
    .orderBy(contactSubmissions.createdAt)
  const awaitedCourses = await db
    .select({
      corso: courses.title,
      richiesta: interests.createdAt,
      conferma: interests.confirmedAt,
      avviso: interests.notifiedAt,
    })
    .from(interests)
    .innerJoin(courses, eq(courses.id, interests.courseId))
    .where(inArray(interests.email, provenEmails))
    .orderBy(interests.createdAt)
  const editionMessagesReceived = await db
    .select({
      data: editionMessages.createdAt,
      corso: courses.title,
      oggetto: editionMessages.subject,
      testo: editionMessages.text,
      allegati: editionMessages.attachments,
    })
    .from(decisionRows)
    .innerJoin(editionMessages, eq(editionMessages.decisionId, decisionRows.decisionId))
    .innerJoin(decisions, and(eq(decisions.id, decisionRows.decisionId), isNull(decisions.undoneAt)))
    .innerJoin(courses, eq(courses.id, editionMessages.courseId))
    .where(eq(decisionRows.userId, id))
    .orderBy(editionMessages.createdAt)
  const personalMessages = await db
    .select({ data: personMessages.createdAt, oggetto: personMessages.subject, testo: personMessages.text })
    .from(personMessages)
    .innerJoin(decisions, and(eq(decisions.id, personMessages.decisionId), isNull(decisions.undoneAt)))
    .where(eq(personMessages.userId, id))
    .orderBy(personMessages.createdAt)
  const openSessions = await db
    .select({
      inizio: sessions.createdAt,
      ultimo_rinnovo: sessions.updatedAt,
      scadenza: sessions.expiresAt,
      rete: sql<string | null>`nullif(${sessions.ipAddress}, '')`,
      dispositivo: sql<string | null>`nullif(${sessions.userAgent}, '')`,
    })
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(sessions.createdAt)
  const signInAttempts = await db
    .select({
      data: signIns.createdAt,
      esito: signIns.outcome,
      rete: sql<string | null>`nullif(${signIns.network}, '')`,
      dispositivo: signIns.device,
    })
    .from(signIns)
    .where(eq(signIns.userId, id))
    .orderBy(signIns.id)
  const emails = await db
    .select({
      data: outgoingMail.createdAt,
      inviata: outgoingMail.sentAt,
      oggetto: outgoingMail.subject,
      testo: outgoingMail.text,
    })
    .from(outgoingMail)
    // Staff may have the address of the office: what people write there is not about them. A former address may be that
    // of somebody who has just signed up.
    .where(
      and(
        inArray(outgoingMail.toAddress, provenEmails),
        notInArray(outgoingMail.kind, [...MAIL_TOPICS.segreteria.kinds]),
        or(eq(outgoingMail.toAddress, person.email), ne(outgoingMail.kind, 'confirm-address')),
      ),
    )
    .orderBy(outgoingMail.id)
  const [factor] = await db
    .select({ attiva_dal: secondFactors.createdAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, id))
  return {
    profilo: profile && {
      ...profile,
      ruolo: ROLE_LABELS[profile.ruolo],
      ...noticeAtSignUp(profile.registrazione),
    },
    dati_di_fatturazione: billing ? { ...billing, a_chi: BILLING_KIND_LABELS[billing.a_chi] } : null,
    email_precedenti: previousEmails,
    iscrizioni: enrolments.map((row) => ({
      ...row,
      stato: stateLabel(row.stato),
      modo_della_fine: row.modo_della_fine && fieldInWords('ending', row.modo_della_fine),
      regola_del_rimborso: row.regola_del_rimborso && REFUND_LABELS[row.regola_del_rimborso],
      posti_offerti: row.posti_offerti.map(({ risposta, ...offer }) => ({
        ...offer,
        risposta: risposta && fieldInWords('offer', risposta),
      })),
      documenti_per_te: row.documenti_per_te.map(({ id, tipo, ...document }) => ({
        tipo: kindLabel(tipo),
        ...document,
        file: env.publicOrigin + personalDocumentAddress(id),
      })),
      attestati: row.attestati.map(({ anno, numero, codice, modo_della_fine, ...certificate }) => ({
        numero: formatCertificateNumber({ year: anno, seq: numero }),
        ...certificate,
        modo_della_fine: modo_della_fine && CERTIFICATE_ENDING_LABELS[modo_della_fine],
        verifica: env.publicOrigin + certificatePage(codice),
      })),
    })),
    corsi_di_cui_segna_le_presenze: taughtCourses,
    messaggi_inviati: messages.map((message) => ({
      ...message,
      testo_dell_informativa: noticeUrl(privacyNoticeAt(message.data, message.informativa_del)),
    })),
    messaggi_ricevuti: editionMessagesReceived,
    messaggi_personali: personalMessages,
    avvisi_chiesti: awaitedCourses,
    accessi_aperti: openSessions,
    accessi_recenti: signInAttempts.map((row) => ({ ...row, esito: SIGN_IN_OUTCOME_LABELS[row.esito] })),
    verifica_in_due_passaggi: factor ?? null,
    email_ricevute: emails.map((email) => ({ ...email, testo: withoutSecrets(email.testo) })),
  }
}

/** The date and the address of the privacy notice that the site showed when an account was made; null without one. */
function noticeAtSignUp(moment: Date) {
  const notice = privacyNoticeAt(moment)
  return { informativa_del: notice?.inForceFrom ?? null, testo_dell_informativa: noticeUrl(notice) }
}

/** The address of the text of a privacy notice; null without a notice. */
const noticeUrl = (notice: { address: string } | null) => notice && env.publicOrigin + notice.address

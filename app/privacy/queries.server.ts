import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { emailAddressesOf } from '../accounts/queries.server'
import { type Admin, type Member, ROLE_LABELS } from '../accounts/rules'
import { SIGN_IN_OUTCOME_LABELS } from '../accounts/sign-in-log/rules'
import type { historyOf } from '../audit/person.queries.server'
import { fieldInWords } from '../audit/rules'
import {
  CERTIFICATE_ENDING_LABELS,
  type CertificateEnding,
  certificatePage,
  formatCertificateNumber,
} from '../certificates/rules'
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
import { kindLabel, type PersonalKind, personalDocumentAddress } from '../documents/personal/rules'
import { feedAddress } from '../enrolments/mine/feed/queries.server'
import { REFUND_LABELS } from '../enrolments/refund.rules'
import { stateLabel } from '../enrolments/rules'
import type { OfferAnswer } from '../enrolments/waiting-list.rules'
import { BILLING_KIND_LABELS } from '../payments/billing/rules'
import { env } from '../runtime/env.server'
import { withoutSecrets } from '../runtime/secret-links'
import { privacyNoticeAt } from '../site/legal.server'
import { siteSettings } from '../site/settings'

// The columns below read lists of an enrolment or message as JSON, under the Italian names of the copy.

/** The replies of the office to a message, oldest first; [] without any. */
const repliesToMessage = sql<{ data: string; testo: string }[]>`(
  select coalesce(json_agg(json_build_object('data', reply.created_at, 'testo', reply.text) order by reply.created_at), '[]')
  from ${contactReplies} as reply where reply.contact_id = ${contactSubmissions}.id)`

/** The answers of the person to new dates of an enrolment's course, oldest first; [] without any. */
const answersOfEnrolment = sql<{ data: string; resta: boolean }[]>`(
  select coalesce(json_agg(json_build_object('data', answer.answered_at, 'resta', answer.stays) order by answer.answered_at), '[]')
  from ${postponementAnswers} as answer where answer.enrolment_id = ${userCourses}.id)`

/** The seats offered to an enrolment, oldest first; [] without any. */
const offersOfEnrolment = sql<
  { corso: string; data: string; scadenza: string; risposta: OfferAnswer | null; motivo: string | null }[]
>`(
  select coalesce(json_agg(json_build_object('corso', seat.title, 'data', offer.made_at, 'scadenza', offer.expires_at,
    'risposta', offer.answer, 'motivo', offer.reason) order by offer.made_at), '[]')
  from ${seatOffers} as offer join ${courses} as seat on seat.id = offer.course_id
  where offer.enrolment_id = ${userCourses}.id)`

/** The documents given to an enrolment and not deleted, oldest first; [] without any. */
const documentsOfEnrolment = sql<{ id: string; tipo: PersonalKind; nome: string; data: string }[]>`(
  select coalesce(json_agg(json_build_object('id', file.id, 'tipo', file.kind, 'nome', file.file_name, 'data', file.created_at) order by file.created_at), '[]')
  from ${personalDocuments} as file where file.enrolment_id = ${userCourses}.id and file.deleted_at is null)`

/** The marks of an enrolment in the register, in the order of the lessons; [] without any. */
const marksOfEnrolment = sql<
  { lezione: string; minuti: number; entra: string | null; esce: string | null }[]
>`(
  select coalesce(json_agg(json_build_object('lezione', lesson.start_date, 'minuti', mark.minutes, 'entra', mark.arrived_at,
    'esce', mark.left_at) order by lesson.position), '[]')
  from ${attendance} as mark join ${courseSessions} as lesson
    on lesson.course_id = mark.course_id and lesson.number = mark.lesson
  where mark.enrolment_id = ${userCourses}.id)`

/** The attestati of an enrolment, the first issued first, each with the code that verifies it; [] without any. */
const certificatesOfEnrolment = sql<
  {
    anno: number
    numero: number
    codice: string
    data: string
    fine: string | null
    modo_della_fine: CertificateEnding | null
    motivo_della_fine: string | null
  }[]
>`(
  select coalesce(json_agg(json_build_object('anno', paper.year, 'numero', paper.seq, 'codice', paper.code, 'data', paper.issued_at,
    'fine', paper.ended_at, 'modo_della_fine', paper.ending, 'motivo_della_fine', paper.end_reason)
    order by paper.year, paper.seq), '[]')
  from ${certificates} as paper where paper.enrolment_id = ${userCourses}.id)`

/** The dues of an enrolment in euros, the first due first; [] without any. */
const duesOfEnrolment = sql<{ scadenza: string; importo: number }[]>`(
  select coalesce(json_agg(json_build_object('scadenza', due.due_on, 'importo', due.amount) order by due.number), '[]')
  from ${dues} as due where due.enrolment_id = ${userCourses}.id)`

/** The payments of an enrolment, and refunds as negative amounts, in euros, oldest first; [] without any. */
const paymentsOfEnrolment = sql<{ data: string; importo: number; modo: string; nota: string | null }[]>`(
  select coalesce(json_agg(json_build_object('data', payment.received_on, 'importo', payment.amount, 'modo', payment.method, 'nota', payment.note)
    order by payment.received_on, payment.registered_at), '[]')
  from ${payments} as payment where payment.enrolment_id = ${userCourses}.id)`

/** The reminders of an enrolment's dues, oldest first; [] without any. `rata`: the number of the due. */
const remindersOfEnrolment = sql<{ rata: number; tipo: string; data: string }[]>`(
  select coalesce(json_agg(json_build_object('rata', reminder.number, 'tipo', reminder.kind, 'data', reminder.sent_at)
    order by reminder.sent_at), '[]')
  from ${paymentReminders} as reminder where reminder.enrolment_id = ${userCourses}.id)`

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
type DataSubject = Pick<Member, 'id' | 'email'>

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
      rate: duesOfEnrolment,
      pagamenti: paymentsOfEnrolment,
      promemoria_di_pagamento: remindersOfEnrolment,
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
      posti_offerti: offersOfEnrolment,
      risposte_ai_rinvii: answersOfEnrolment,
      presenze: marksOfEnrolment,
      documenti_per_te: documentsOfEnrolment,
      attestati: certificatesOfEnrolment,
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.userId, id))
    .orderBy(asc(userCourses.requestedAt))
  const taughtCourses = await db
    .select({ corso: courses.title, dal: courseTeachers.addedAt })
    .from(courseTeachers)
    .innerJoin(courses, eq(courses.id, courseTeachers.courseId))
    .where(eq(courseTeachers.userId, id))
    .orderBy(asc(courseTeachers.addedAt))
  const previousEmails = await db
    .select({ email: formerEmails.email, fino_al: formerEmails.endedAt })
    .from(formerEmails)
    .where(eq(formerEmails.userId, id))
    .orderBy(asc(formerEmails.endedAt))
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
      risposte: repliesToMessage,
    })
    .from(contactSubmissions)
    .where(inArray(contactSubmissions.email, provenEmails))
    .orderBy(asc(contactSubmissions.createdAt))
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
    .orderBy(asc(interests.createdAt))
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
    .orderBy(asc(editionMessages.createdAt))
  const personalMessages = await db
    .select({ data: personMessages.createdAt, oggetto: personMessages.subject, testo: personMessages.text })
    .from(personMessages)
    .innerJoin(decisions, and(eq(decisions.id, personMessages.decisionId), isNull(decisions.undoneAt)))
    .where(eq(personMessages.userId, id))
    .orderBy(asc(personMessages.createdAt))
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
    .orderBy(asc(sessions.createdAt))
  const signInAttempts = await db
    .select({
      data: signIns.createdAt,
      esito: signIns.outcome,
      rete: sql<string | null>`nullif(${signIns.network}, '')`,
      dispositivo: signIns.device,
    })
    .from(signIns)
    .where(eq(signIns.userId, id))
    .orderBy(asc(signIns.id))
  const emails = await db
    .select({
      data: outgoingMail.createdAt,
      inviata: outgoingMail.sentAt,
      oggetto: outgoingMail.subject,
      testo: outgoingMail.text,
    })
    .from(outgoingMail)
    .where(inArray(outgoingMail.toAddress, provenEmails))
    .orderBy(asc(outgoingMail.id))
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

/**
 * Writes a copy of a person's data as one JSON object: the controller of the data (`titolare`), when the copy was made
 * (`creato`), all of `data`, and the history (`registro_attivita`), which is read batch by batch.
 */
export function streamCopy(data: object, history: ReturnType<typeof historyOf>): ReadableStream {
  const copyWithoutHistory = {
    titolare: `${siteSettings().company.legalName}, ${siteSettings().company.email}`,
    creato: new Date(),
    ...data,
  }
  async function* text() {
    // Without the line end and brace that close the object.
    yield `${JSON.stringify(copyWithoutHistory, null, 2).slice(0, -2)},\n  "registro_attivita": [`
    let isFirst = true
    for await (const entries of history)
      for (const entry of entries) {
        yield `${isFirst ? '' : ','}\n    ${JSON.stringify(entry)}`
        isFirst = false
      }
    yield '\n  ]\n}\n'
  }
  return createReadableStreamFromReadable(Readable.from(text()))
}

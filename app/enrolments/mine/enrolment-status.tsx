import type { NextSession } from '../../courses/next-session.queries.server'
import { isAtOwnPace, isCalledOff } from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { ordinal } from '../../italian/numbers'
import { formatDeadline, formatTime } from '../../italian/times'
import { CONFIRMATION_FOLLOWS, PAY_AFTER_CONFIRMATION } from '../dues/rules'
import { refundStatusInWords } from '../refund.rules'
import { type Ending, endedLabel, stateLabel } from '../rules'
import type { Enrolment } from './queries.server'

/**
 * Where an enrolment stands, in the words that all pages of its person use. `label`: a word, beside a dot in the
 * colour of `tone`, a state of `ui/state.css`; `title` and `sentence`: in full; `brief`: where there is little room;
 * `who`: whose turn it is, the person's ('te') or the office's ('noi'), absent if the page does not say. Pages choose
 * their links by `kind`.
 */
export type EnrolmentStatus = {
  /**
   * 'updating': the office can still take back a decision about the enrolment. Of a request: 'offered': it has an open
   * offer; 'closed': the edition can give no seat any more; 'missed': it has let an offer expire; 'listed': it is on
   * the waiting list; 'pending': none of these. Of a seat: 'moving': new dates can still be taken back; 'new-dates':
   * they are to be answered; 'conditional': the edition waits for its confirmation; 'seated': none of
   * these, before the course has begun or while the enrolment is approved; 'attending': it is in progress, and the
   * course has begun; 'completed': the enrolment is completed, or the last day of
   * the course has passed; 'gone': the course was deleted or cancelled, but the enrolment has not ended.
   */
  kind:
    | 'updating'
    | 'offered'
    | 'closed'
    | 'missed'
    | 'listed'
    | 'pending'
    | 'rejected'
    | 'moving'
    | 'new-dates'
    | 'conditional'
    | 'seated'
    | 'attending'
    | 'completed'
    | 'gone'
    | Ending
  label: string
  tone: string
  title: string
  who?: 'te' | 'noi'
  sentence: string
  brief: string
}

/** `label` and `tone`: those of the state of the enrolment, if absent. */
type StatusText = Omit<EnrolmentStatus, 'label' | 'tone'> & { label?: string; tone?: string }

/** Says where an enrolment stands, for its person. */
export function enrolmentStatus(enrolment: Enrolment): EnrolmentStatus {
  return { label: stateLabel(enrolment.status), tone: enrolment.status, ...statusOf(enrolment) }
}

function statusOf(enrolment: Enrolment): StatusText {
  if (enrolment.isLastDecisionOpen)
    return {
      kind: 'updating',
      title: 'Un momento',
      sentence: 'La segreteria sta aggiornando la tua iscrizione: tra qualche minuto leggi qui come sta.',
      brief: 'in aggiornamento',
    }
  if (enrolment.ending) return endedStatus(enrolment, enrolment.ending)
  switch (enrolment.status) {
    case 'pending':
      return pendingStatus(enrolment)
    case 'rejected':
      return {
        kind: 'rejected',
        title: 'Questa volta no',
        sentence: enrolment.rejectReason ? '' : 'Prova a contattare la segreteria.',
        brief: 'leggi perché, o chiama',
      }
    case 'completed':
      return completedStatus(enrolment)
    case 'approved':
    case 'in_progress':
      if (isCalledOff(enrolment.course)) return NO_LONGER_PLANNED
      if (enrolment.course.concluded) return completedStatus(enrolment)
      return enrolment.group === 'over' ? NO_LONGER_PLANNED : seatedStatus(enrolment)
  }
}

const NO_LONGER_PLANNED: StatusText = {
  kind: 'gone',
  title: 'Il corso non è più in programma',
  sentence: 'Il corso non è più in programma. Per la tua iscrizione chiama la segreteria.',
  brief: 'chiama la segreteria',
}

function pendingStatus(enrolment: Enrolment): StatusText {
  const { course, officeAnswer, waitingPlace } = enrolment
  if (waitingPlace?.offer) {
    const { expiresAt } = waitingPlace.offer
    return {
      kind: 'offered',
      label: 'Posto offerto',
      tone: 'offered',
      title: 'C’è un posto per te',
      who: 'te',
      sentence: `Rispondi entro ${formatDeadline(expiresAt)}: dopo il posto non è più riservato a te.`,
      brief: `rispondi entro le ${formatDate(expiresAt, 'HH:mm')} di ${formatDate(expiresAt, 'EEE d MMM')}`,
    }
  }
  // Nobody on the list gets a seat while the edition takes no requests, for whatever reason.
  const takesNoMoreRequests = ['concluded', 'cancelled', 'archived'].includes(course.state)
  if (takesNoMoreRequests || (waitingPlace && course.state !== 'available'))
    return {
      kind: 'closed',
      title: 'La richiesta non può più andare avanti',
      sentence: 'Questa edizione non prende più iscrizioni.',
      brief: 'non prende più iscrizioni',
    }
  if (waitingPlace && !waitingPlace.ahead)
    return {
      kind: 'missed',
      title: 'Il tempo per accettare è passato',
      sentence:
        'Il tempo per accettare il posto è passato. La tua richiesta resta: puoi rientrare in lista, in fondo.',
      brief: 'puoi rientrare in lista',
    }
  if (waitingPlace?.ahead) {
    const position = ordinal(waitingPlace.ahead.people + 1)
    const turnSentence = waitingPlace.call
      ? 'Quando tocca a te ti telefoniamo.'
      : 'Quando tocca a te ti offriamo il posto.'
    return {
      kind: 'listed',
      title: 'Sei in lista d’attesa',
      sentence: `Sei ${withArticle('al', position)} posto della lista d’attesa. ${waitingPlace.isAdmitted ? turnSentence : listConfirmation(officeAnswer)}`,
      brief: `${position} in lista d’attesa`,
    }
  }
  return {
    kind: 'pending',
    title: 'Abbiamo la tua richiesta',
    who: 'noi',
    sentence: officeAnswer?.late
      ? lateSentence(officeAnswer)
      : `Ti rispondiamo per email entro ${officeAnswer?.by}.`,
    brief: 'abbiamo la tua richiesta',
  }
}

const lateSentence = ({ by }: { by: string }) => `Siamo in ritardo: la risposta era per ${by}.`

/**
 * For a person on the waiting list who is not admitted yet: when the office confirms their place, or that the office is
 * late.
 */
export function listConfirmation(answer: Enrolment['officeAnswer']): string {
  return answer?.late
    ? lateSentence(answer)
    : `Entro ${answer?.by} ti confermiamo per email il posto in lista.`
}

function seatedStatus({
  status,
  course,
  price,
  balance,
  nextSession,
  newDatesDeadline,
  hasOpenPostponement,
}: Enrolment): StatusText {
  if (hasOpenPostponement)
    return {
      kind: 'moving',
      title: 'Un momento',
      sentence: 'La segreteria sta aggiornando le date del corso: tra qualche minuto le leggi qui.',
      brief: 'date in aggiornamento',
    }
  if (newDatesDeadline) {
    const until = formatDate(newDatesDeadline, 'EEEE d MMMM')
    return {
      kind: 'new-dates',
      title: 'Le date sono cambiate',
      who: 'te',
      sentence: `Dicci entro ${until} se le nuove date ti vanno bene. ${NO_ANSWER_KEEPS_SEAT}`,
      brief: 'nuove date: tocca a te',
    }
  }
  const brief = nextSession && !isAtOwnPace(course) ? sessionInBrief(nextSession) : 'nella tua area'
  // The office may mark somebody as in progress before the first session.
  if (status === 'in_progress' && (course.hasBegun || (isAtOwnPace(course) && !course.startDate)))
    return {
      kind: 'attending',
      title: 'Stai frequentando questo corso',
      sentence:
        appointmentInWords(course, nextSession, 'La prossima sessione è') ??
        'Il corso è cominciato: buon lavoro.',
      brief,
    }
  const { minimum } = course
  if (minimum && !minimum.confirmed) {
    const hasToPay = balance ? balance.next !== null : price !== 0
    return {
      kind: 'conditional',
      title: 'Il posto è tuo, se si parte',
      sentence: `${minimum.text} ${hasToPay ? PAY_AFTER_CONFIRMATION : CONFIRMATION_FOLLOWS}`,
      brief: nextSession ? `se si parte, ${sessionInBrief(nextSession)}` : 'se si parte',
    }
  }
  return {
    kind: 'seated',
    title: 'Il posto è tuo',
    sentence:
      appointmentInWords(course, nextSession, 'Ci vediamo') ?? 'La segreteria ti scrive quando si comincia.',
    brief,
  }
}

/** Tells a person what happens if they do not answer whether new dates suit them. */
export const NO_ANSWER_KEEPS_SEAT = 'Se non rispondi, il posto resta tuo alle nuove date.'

/**
 * When lessons without fixed times can be followed: 'Le lezioni si aprono lunedì 4 gennaio: poi le segui quando vuoi.'
 */
export function ownPaceInWords(
  { endDate }: Pick<Enrolment['course'], 'endDate'>,
  nextSession: NextSession | null,
): string {
  if (nextSession?.number === 1 && nextSession.ahead > 0)
    return `Le lezioni si aprono ${formatDate(nextSession.date, 'EEEE d MMMM')}: poi le segui quando vuoi.`
  return endDate
    ? `Le lezioni sono aperte fino a ${formatDate(endDate, 'EEEE d MMMM')}: le segui quando vuoi.`
    : 'Le lezioni le segui quando vuoi, con il tuo ritmo.'
}

/**
 * The next session in a sentence that begins with `opening`, or when lessons without fixed times can be followed; null
 * for fixed times without a next session.
 */
function appointmentInWords(
  course: Enrolment['course'],
  next: NextSession | null,
  opening: string,
): string | null {
  if (isAtOwnPace(course)) return ownPaceInWords(course, next)
  if (!next) return null
  if (next.ahead < 0) return `La lezione è ${underWayInWords(next)}.`
  const time = formatTime(next.startTime)
  return `${opening} ${[formatDate(next.date, 'EEEE d MMMM'), time].filter(Boolean).join(' alle ')}.`
}

function sessionInBrief(session: NextSession): string {
  const { date, startTime, ahead } = session
  if (ahead < 0) return underWayInWords(session, 'EEE d MMM')
  return [formatDate(date, 'EEE d MMM'), formatTime(startTime)].filter(Boolean).join(', ')
}

/**
 * Says until when a session goes on that began on an earlier day: 'in corso fino a venerdì 12 marzo'. `pattern`: how
 * its last day is written, as for `formatDate`.
 */
export function underWayInWords({ until }: Pick<NextSession, 'until'>, pattern = 'EEEE d MMMM'): string {
  return `in corso fino a ${formatDate(until, pattern)}`
}

function completedStatus({ hasCertificate }: Enrolment): StatusText {
  return {
    kind: 'completed',
    title: 'Hai completato questo corso',
    sentence: hasCertificate
      ? 'Il tuo attestato è nella tua area personale.'
      : 'Quando la segreteria rilascia il tuo attestato lo trovi qui, e ti scriviamo.',
    brief: 'nella tua area',
  }
}

function endedStatus({ endedAt, movedTo, price, refund }: Enrolment, ending: Ending): StatusText {
  const day = formatDate(endedAt, 'd MMMM yyyy')
  const dayInBrackets = `(${day})`
  const refundSentence = refund ? ` ${refundStatusInWords(refund)}` : ''
  const cancellationSentence = refundAfterCancellation({ refund, price })
  const sentences: Record<Ending, string> = {
    cancelled_by_person: `Hai disdetto la tua iscrizione ${dayInBrackets}.${refundSentence}`,
    cancelled_by_office: `La segreteria ha disdetto la tua iscrizione ${dayInBrackets}.${refundSentence}`,
    transferred: `Spostata ${withArticle('il', day)}. ${whereMoved(movedTo)}.`,
    edition_cancelled: `Questa edizione è stata annullata ${dayInBrackets}.${cancellationSentence && ` ${cancellationSentence}`}`,
  }
  const label = endedLabel(ending)
  return {
    kind: ending,
    label,
    tone: 'ended',
    title: ending === 'transferred' ? 'Iscrizione spostata' : label,
    sentence: sentences[ending],
    brief: label.toLowerCase(),
  }
}

/** Follows the news of a cancelled edition for a person whose payments are not known. */
export const OFFICE_WRITES_ABOUT_REFUND = 'Se hai già pagato, la segreteria ti scrive per il rimborso.'

/** Tells the person of a cancelled edition what they get back, or have got back; '' if the course is free. */
export function refundAfterCancellation({ refund, price }: Pick<Enrolment, 'refund' | 'price'>): string {
  if (refund) return refundStatusInWords(refund)
  return price === 0 ? '' : OFFICE_WRITES_ABOUT_REFUND
}

/**
 * Where a person was moved to: 'Sei in un altro corso: Marketing, inizio 12 aprile 2027'; null: the new edition is not
 * known.
 */
export function whereMoved(movedTo: Enrolment['movedTo']): string {
  if (!movedTo) return 'Sei in un’altra edizione'
  const { title, startDate, isEdition } = movedTo
  const where = isEdition ? 'Sei in un’altra edizione' : `Sei in un altro corso: ${title}`
  return [where, startDate && `inizio ${formatDate(startDate, 'd MMMM yyyy')}`].filter(Boolean).join(', ')
}

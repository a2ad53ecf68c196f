import { addMinutes } from 'date-fns'
import { href } from 'react-router'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { env } from '../runtime/env.server'
import { type Edition, withEdition } from '../ui/edition'
import { restoreButton, type Toast } from '../ui/toast'

/**
 * The toast after a decision of the office: whom it concerned, and a button that takes it back and returns to `page`.
 * `decision`: its id; without one there is no button, since the change cannot be taken back. `sendsNoEmail`: the toast
 * then says until when the decision can be taken back, not when its e-mails leave. `enrolment`: its person and course,
 * for the description.
 */
export function decisionToast(
  title: string,
  outcome: { ok: true; decision?: string; sendsNoEmail?: boolean },
  page: string,
  enrolment?: { person: { firstName: string; lastName: string }; course: Edition & { title: string } },
): Toast {
  return {
    tone: 'success',
    title,
    ...(enrolment && {
      description: `${enrolment.person.firstName} ${enrolment.person.lastName}, ${withEdition(enrolment.course)}`,
    }),
    ...(outcome.decision && undoButton(outcome.decision, page, outcome)),
  }
}

/**
 * The button of a toast that takes a decision back and returns to `page`; no button if the site gives no time for that
 * (`UNDO_MINUTES` is 0). `sendsNoEmail`: as in `decisionToast`.
 */
export function undoButton(
  decision: string,
  page: string,
  { sendsNoEmail = false }: { sendsNoEmail?: boolean } = {},
): Pick<Toast, 'button'> {
  if (env.undoMinutes === 0) return {}
  const action = href('/admin/decisioni/:decision/ripristina', { decision })
  const end = formatDate(addMinutes(new Date(), env.undoMinutes), 'HH:mm')
  const sentence = sendsNoEmail ? `si può ripristinare fino alle ${end}` : `le email partono alle ${end}`
  return { button: restoreButton(action, { torna: page }, { minutes: env.undoMinutes, sentence }) }
}

/** The toast of a decision about an edition. `notified`: how many people get an e-mail. */
export function editionToast(
  title: string,
  course: { title: string },
  { decision, notified }: { decision: string; notified: number },
  page: string,
): Toast {
  const description = `${course.title}: ${formatCount(notified, 'email', 'email')}`
  return { tone: 'success', title, description, ...undoButton(decision, page) }
}

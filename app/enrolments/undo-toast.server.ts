import { href } from 'react-router'
import { formatCount } from '../italian/numbers'
import { env } from '../runtime/env.server'
import { type Edition, withEdition } from '../ui/edition'
import type { Toast } from '../ui/toast'

/** The toast of a decision: whom it concerned, and the button that takes it back and returns to `page`. */
export function decidedToast(
  title: string,
  decided: { ok: true; decision?: string },
  page: string,
  request?: { person: { firstName: string; lastName: string }; course: Edition & { title: string } },
): Toast {
  const { person, course } = request ?? {}
  return {
    tone: 'success',
    title,
    ...(person &&
      course && { description: `${person.firstName} ${person.lastName}, ${withEdition(course)}` }),
    ...(decided.decision && undoOf(decided.decision, page)),
  }
}

/** The button of a toast that takes a decision back and returns to `page`; none where decisions are final at once. */
export function undoOf(decision: string, page: string): Pick<Toast, 'undo'> {
  if (env.undoMinutes === 0) return {}
  const action = href('/admin/decisioni/:decision/ripristina', { decision })
  return { undo: { label: 'Ripristina', action, fields: { torna: page } } }
}

/** The toast of a decision about an edition. `notified`: the people who get an e-mail. */
export function editionToast(
  title: string,
  course: { title: string },
  { decision, notified }: { decision: string; notified: number },
  page: string,
): Toast {
  const description = `${course.title}: ${formatCount(notified, 'email', 'email')}`
  return { tone: 'success', title, description, ...undoOf(decision, page) }
}

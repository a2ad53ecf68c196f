import type { ComponentProps } from 'react'
import { href, Link } from 'react-router'
import type { Phase } from '../courses/phase.rules'
import { waitingListPage } from '../enrolments/waiting-list.rules'
import { formatCount } from '../italian/numbers'
import { formatDeadline } from '../italian/times'
import { Icon } from '../ui/icon'
import type { Matters } from './overview-figures'

type Step = {
  icon: ComponentProps<typeof Icon>['name']
  what: string
  why?: string
  to: string
  act: string
  isUrgent?: boolean
}

/** What the office has to do for an edition, each with the page where it is done. */
export function ToDo({
  course,
  phase,
  proposal,
  matters,
  unanswered,
  hasLessons,
}: {
  course: string
  phase: Phase
  /** What the office is asked to decide about the edition. */
  proposal: string | null
  matters: Matters
  /** People who have not answered about new dates. */
  unanswered: number
  hasLessons: boolean
}) {
  const { pending = 0, offered = 0, firstEnd = null } = matters ?? {}
  const steps: (Step | false)[] = [
    proposal !== null && {
      icon: 'editions',
      what: proposal,
      to: href('/admin/courses/:course/conferma', { course }),
      act: 'Conferma',
      isUrgent: true,
    },
    phase === 'draft' && {
      icon: 'edit',
      what: 'Completa la scheda e pubblica il corso',
      why: 'La bozza la vede solo l’ufficio',
      to: href('/admin/courses/:course', { course }),
      act: 'Apri la scheda',
    },
    pending > 0 && {
      icon: 'mail',
      what: formatCount(pending, 'richiesta da decidere', 'richieste da decidere'),
      to: `${href('/admin/richieste')}?corso=${course}`,
      act: 'Decidi',
    },
    offered > 0 && {
      icon: 'phone',
      what: formatCount(offered, 'posto offerto', 'posti offerti'),
      ...(firstEnd && { why: `La prima offerta scade ${formatDeadline(firstEnd)}` }),
      to: waitingListPage(course),
      act: 'Vedi',
    },
    unanswered > 0 && {
      icon: 'mail',
      what: `${formatCount(unanswered, 'persona non ha', 'persone non hanno')} risposto sulle nuove date`,
      to: href('/admin/courses/:course/iscritti', { course }),
      act: 'Vedi chi',
    },
    !hasLessons &&
      (phase === 'before' || phase === 'unconfirmed') && {
        icon: 'editions',
        what: 'Mancano le date',
        why: 'Il corso è pubblicato senza date',
        to: `${href('/admin/courses/:course', { course })}#sessions`,
        act: 'Scrivi le date',
      },
  ]
  const open = steps.filter((step) => step !== false)
  return (
    <section className="edition-part" aria-labelledby="da-fare">
      <h3 id="da-fare">Da fare</h3>
      {open.length === 0 ? (
        <p className="quiet">Niente aspetta in questa edizione.</p>
      ) : (
        <ul className="to-do">
          {open.map(({ icon, what, why, to, act, isUrgent }) => (
            <li key={what} className={isUrgent ? 'to-do-urgent' : undefined}>
              <Icon name={icon} />
              <p>
                <b>{what}</b>
                {why && <small>{why}</small>}
              </p>
              <Link className="button button-small" to={to} aria-label={`${act}: ${what}`}>
                {act}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

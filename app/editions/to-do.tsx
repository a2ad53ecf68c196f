import type { ComponentProps } from 'react'
import { href, Link } from 'react-router'
import { proposalOf } from '../courses/minimum.rules'
import { phaseOf } from '../courses/phase.rules'
import type { StoredCourse } from '../courses/queries.server'
import { isAtOwnPace } from '../courses/rules'
import { waitingListPage } from '../enrolments/waiting-list.rules'
import { formatCount } from '../italian/numbers'
import { formatEurosInBrief } from '../italian/prices'
import { formatMoment } from '../italian/times'
import { Icon } from '../ui/icon'
import type { OpenMatters } from './edition.queries.server'

type Task = {
  icon: ComponentProps<typeof Icon>['name'] | '€'
  title: string
  detail?: string
  to: string
  act: string
  isUrgent?: boolean
}

/** What the office has to do for an edition, each task with a link to its page. */
export function ToDo({
  edition,
  matters: { pending, offered, firstOfferEnd, openRegisters, money },
  postponement,
  today,
}: {
  edition: StoredCourse
  matters: OpenMatters
  /**
   * The last postponement; undefined without one. `openCount`: how many people have not answered whether the new dates
   * suit them; `answerBy`: their last day to answer, YYYY-MM-DD, after which they keep their seats.
   */
  postponement: { openCount: number; answerBy: string } | undefined
  /** YYYY-MM-DD. */
  today: string
}) {
  const course = edition.id
  const phase = phaseOf(edition, today)
  const proposal = proposalOf(edition, today)
  const needsDates = edition.sessions.length === 0 && !isAtOwnPace(edition)
  const tasks: (Task | false)[] = [
    proposal !== null && {
      icon: 'editions',
      title: proposal,
      to: href('/admin/courses/:course/conferma', { course }),
      act: 'Conferma',
      isUrgent: true,
    },
    phase === 'draft' && {
      icon: 'edit',
      title: 'Completa la scheda e pubblica il corso',
      detail: 'La bozza la vede solo la segreteria',
      to: href('/admin/courses/:course', { course }),
      act: 'Apri la scheda',
    },
    pending > 0 && {
      icon: 'mail',
      title: formatCount(pending, 'richiesta da decidere', 'richieste da decidere'),
      to: `${href('/admin/richieste')}?corso=${course}`,
      act: 'Decidi',
    },
    offered > 0 && {
      icon: 'phone',
      title: formatCount(offered, 'posto offerto', 'posti offerti'),
      ...(firstOfferEnd && { detail: `La prima offerta scade ${formatMoment(firstOfferEnd)}` }),
      to: waitingListPage(course),
      act: 'Vedi',
    },
    money.latePeople > 0 && {
      icon: '€',
      title: `${formatCount(money.latePeople, 'pagamento scaduto', 'pagamenti scaduti')}, ${formatEurosInBrief(money.late)}`,
      to: `${href('/admin/courses/:course/pagamenti', { course })}?stato=scaduti`,
      act: 'Vedi',
      isUrgent: true,
    },
    postponement !== undefined &&
      postponement.openCount > 0 &&
      postponement.answerBy >= today && {
        icon: 'mail',
        title: `${formatCount(postponement.openCount, 'persona non ha', 'persone non hanno')} risposto sulle nuove date`,
        to: href('/admin/courses/:course/iscritti', { course }),
        act: 'Vedi chi',
      },
    openRegisters > 0 &&
      edition.peopleEnrolled > 0 && {
        icon: 'edit',
        title: formatCount(openRegisters, 'registro da chiudere', 'registri da chiudere'),
        to: href('/admin/courses/:course/lezioni', { course }),
        act: 'Vedi',
      },
    needsDates &&
      (phase === 'before' || phase === 'unconfirmed') && {
        icon: 'editions',
        title: 'Mancano le date',
        detail: 'Il corso è pubblicato senza date',
        to: `${href('/admin/courses/:course', { course })}#sessions`,
        act: 'Scrivi le date',
      },
  ]
  const openTasks = tasks.filter((task) => task !== false)
  return (
    <section className="edition-part" aria-labelledby="da-fare">
      <h3 id="da-fare">Da fare</h3>
      {openTasks.length === 0 ? (
        <p className="quiet">In questa edizione non c’è niente in sospeso.</p>
      ) : (
        <ul className="to-do">
          {openTasks.map(({ icon, title, detail, to, act, isUrgent }) => (
            <li key={title} className={isUrgent ? 'to-do-urgent' : undefined}>
              {icon === '€' ? (
                <span className="to-do-euro" aria-hidden="true">
                  €
                </span>
              ) : (
                <Icon name={icon} />
              )}
              <p>
                <b>{title}</b>
                {detail && <small>{detail}</small>}
              </p>
              <Link className="button button-small" to={to} aria-label={`${act}: ${title}`}>
                {act}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

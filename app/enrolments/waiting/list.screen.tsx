import { data, Link } from 'react-router'
import type { Admin } from '../../accounts/rules'
import { adminFrom } from '../../accounts/session.server'
import { courseByKey } from '../../courses/editor/queries.server'
import type { StoredCourse } from '../../courses/queries.server'
import { acceptsRequests, seatsLeft } from '../../courses/rules'
import { withErrorToast } from '../../http/faults.server'
import { redirectWith } from '../../http/flash.server'
import { asksForData, readForm } from '../../http/form.server'
import { formatCount } from '../../italian/numbers'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { editionLine } from '../../ui/edition'
import { Icon } from '../../ui/icon'
import { PageHead } from '../../ui/page-head'
import { errorToast, type Toast, Toasts } from '../../ui/toast'
import { admitRequest, approveRequest } from '../admin/commands.server'
import { requestsByIds } from '../admin/queue.queries.server'
import { editionPage } from '../admin/rules'
import { decidedToast } from '../admin/undo-toast.server'
import { explain } from '../refusals.rules'
import type { Decided, Decision } from '../rules'
import type { Route } from './+types/list.screen'
import { EditionFigures } from './figures'
import { editionFigures } from './figures.queries.server'
import { missedOffers, waitingListOf } from './list.queries.server'
import { MissedOffers, WaitingTable } from './list-table'
import { startOf, turnsOf } from './offers.queries.server'
import { moveBack, moveUp, offerSeatTo } from './office.commands.server'
import { LISTED, offerEnd, waitingListPage } from './rules'
import { TurnDialog } from './turn-dialog'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const course = await courseByKey(admin, params.course)
  if (!course) throw data(null, { status: 404 })
  const question = url.searchParams.get('offri') ?? url.searchParams.get('avanti')
  const [list, missed, start, figures, turns] = await Promise.all([
    waitingListOf(admin, course.id),
    missedOffers(admin, course.id),
    startOf(course.id),
    editionFigures(admin, course),
    turnsOf(admin, course.id, question),
  ])
  const { id, title, startDate, place, maxPartecipanti } = course
  const left = seatsLeft(course, course.seatsTaken)
  const offers = offersOf(course, start)
  return {
    course: { id, title, startDate, place, maxPartecipanti },
    isFull: left === 0,
    seats: course.cancelledAt
      ? 'Edizione annullata.'
      : seatsNow(left, turns.waits && offers === 'email' && turns.next !== null),
    offers,
    list,
    missed,
    figures,
    asked: list.find((person) => person.id === question) ?? null,
    ...turns,
    question: url.searchParams.has('offri') ? ('offer' as const) : ('move' as const),
  }
}

function seatsNow(left: number | null, offersWait: boolean): string {
  if (left === null) return 'Questa edizione non ha un limite di posti.'
  if (left === 0) return 'Al completo.'
  const count = formatCount(left, 'posto libero', 'posti liberi')
  return offersWait
    ? `${count}: l’offerta parte quando le ultime decisioni su questa edizione non si possono più ripristinare.`
    : `${count}.`
}

function offersOf(course: StoredCourse, start: Date | null): keyof typeof OFFERS {
  const now = new Date()
  if (!acceptsRequests(course, today())) return 'none'
  if (start && start <= now) return 'begun'
  return offerEnd(now, start) ? 'email' : 'near'
}

const BY_PHONE =
  'un posto libero non si offre più per email. Se c’è, telefona nell’ordine della lista e approva chi accetta.'
const OFFERS = {
  email:
    'Un posto libero si offre da solo a chi è in cima alla lista, che ha 48 ore; 12 se il corso sta per cominciare. Nessuna offerta scade di notte.',
  near: `Manca poco all’inizio: ${BY_PHONE}`,
  begun: `Il corso è già cominciato: ${BY_PHONE}`,
  none: 'Questa edizione non accetta richieste: i suoi posti non si offrono.',
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const form = await readForm(request)
  const text = (name: string) => String(form.get(name) ?? '')
  const course = await courseByKey(admin, params.course)
  if (!course) throw data(null, { status: 404 })
  const intent = text('intent')
  const done = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent] : undefined
  if (!done) throw data(null, { status: 400 })
  const page = waitingListPage(course.id)
  return withErrorToast('Si è verificato un errore', async () => {
    const options = { reason: text('reason'), overCapacity: form.has('overCapacity') }
    const [about] = await requestsByIds(admin, [text('enrolment')].filter(isId))
    const decided = await done.decide(admin, text('enrolment'), options)
    if (!decided.ok) {
      const sentence = explain(decided)
      const isAsked = ['no-turn-reason', 'no-offer-reason', 'long-reason'].includes(decided.refusal)
      const isRepeated = intent === 'admit' && decided.refusal === 'admitted' && !asksForData(request)
      if (isRepeated) return redirectWith(page, decidedToast(done.title, { ok: true }, page, about))
      if (url.search && (isAsked || decided.refusal === 'full'))
        return data(
          { reason: options.reason, problem: sentence, isSeat: !isAsked },
          { status: isAsked ? 400 : 409 },
        )
      return redirectWith(page, errorToast(sentence))
    }
    return redirectWith(page, decidedToast(done.title, decided, page, about))
  })
}

type Options = { reason: string; overCapacity: boolean }
type ListAction = {
  title: string
  decide: (admin: Admin, enrolment: string, options: Options) => Promise<Decision | Decided>
}
const ACTIONS: Record<string, ListAction> = {
  admit: { title: 'Messa in lista d’attesa', decide: (admin, enrolment) => admitRequest(admin, enrolment) },
  approve: { title: 'Iscrizione approvata', decide: (admin, enrolment) => approveRequest(admin, enrolment) },
  offer: { title: 'Posto offerto', decide: offerSeatTo },
  move: {
    title: 'Spostata in cima alla lista',
    decide: (admin, enrolment, { reason }) => moveUp(admin, enrolment, reason),
  },
  'move-back': { title: 'Rimessa al suo posto', decide: (admin, enrolment) => moveBack(admin, enrolment) },
}

export default function WaitingListScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, seats, isFull, offers, list, missed, figures, asked, question, next, isInTurn } = loaderData
  const answer: { toasts?: Toast[]; reason?: string; problem?: string; isSeat?: boolean } = actionData ?? {}
  const title = `Lista d’attesa: ${course.title}`
  return (
    <section className="admin-row waiting-page" aria-labelledby="lista">
      {answer.toasts && <Toasts toasts={answer.toasts} />}
      <PageHead title={title} noindex error={answer.problem !== undefined} />
      <div className="admin-head">
        <h2 id="lista">Lista d’attesa</h2>
        <div className="actions">
          <Link className="button button-dense" to={`/admin/courses/${course.id}/iscritti`}>
            Iscritti
          </Link>
          <Link className="link" to={editionPage(course.id)}>
            <Icon name="left" /> Edizione
          </Link>
        </div>
      </div>
      <p>
        <b>{course.title}</b>, <span className="num">{editionLine(course)}</span>
      </p>
      <p>
        {seats} {OFFERS[offers]}
      </p>
      {list.length === 0 ? (
        <p className="lead">Nessuno è in lista d’attesa.</p>
      ) : (
        <WaitingTable
          list={list}
          course={course}
          next={offers === 'email' ? next : null}
          isByPhone={offers !== 'email'}
        />
      )}
      {list.length === LISTED && <p className="hint">Sono le prime {LISTED} persone in lista.</p>}
      {missed.length > 0 && <MissedOffers people={missed} />}
      <EditionFigures of={figures} />
      {asked && <TurnDialog {...{ asked, question, isInTurn, isFull, course, answer }} />}
    </section>
  )
}

import { data, href, Link, useOutlet } from 'react-router'
import { staffFrom } from '../../../accounts/session/session.server'
import { courseFrom } from '../../../courses/office.queries.server'
import type { StoredCourse } from '../../../courses/queries.server'
import { acceptsRequests, seatsLeft } from '../../../courses/rules'
import { readForm } from '../../../http/form.server'
import { formatCount } from '../../../italian/numbers'
import { today } from '../../../runtime/clock'
import { isSchoolClosed } from '../../../site/closures'
import { EmptyState } from '../../../ui/empty-state'
import { hasErrors } from '../../../ui/forms/error-summary'
import { SeatSquares } from '../../../ui/gauges'
import { Icon } from '../../../ui/icon'
import { Toasts } from '../../../ui/overlays/toasts'
import { PageHead } from '../../../ui/page-head'
import { QUESTION_PARAMETERS } from '../../review/buttons.rules'
import { answerButton, type ButtonResult } from '../../review/form-actions.server'
import { OpenQuestion } from '../../review/open-question'
import { MOST_LISTED, mayPutOnList, OFFER_RULES, offerEnd, waitingListPage } from '../../waiting-list.rules'
import { type WaitingPerson, waitingListOf } from '../list.queries.server'
import { offersStateOf } from '../offers.queries.server'
import { idsInTurn, isInTurn } from '../order.queries.server'
import type { Route } from './+types/list.screen'
import { EditionFigures } from './figures'
import { editionFigures } from './figures.queries.server'
import { MissedOffers, OpenOffers, WaitingTable } from './list-table'
import { TurnDialog } from './turn-dialog'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseFrom(context, params.course)
  if (!course) throw data(null, { status: 404 })
  const askedId =
    url.searchParams.get(QUESTION_PARAMETERS.offer) ?? url.searchParams.get(QUESTION_PARAMETERS.move)
  const [{ list, missed }, { start, areOnHold }, figures] = await Promise.all([
    waitingListOf(staff, course.id),
    offersStateOf(course.id),
    editionFigures(staff, course),
  ])
  const listed = list.map(({ id, isAdmitted, offeredUntil }) => ({
    id,
    isAdmitted,
    isOffered: offeredUntil !== null,
  }))
  const nextId = idsInTurn(listed)[0] ?? null
  const { id, title, maxPartecipanti, minParticipants, seatsTaken } = course
  const left = seatsLeft(course, course.seatsTaken)
  const offerMode = offerModeOf(course, start)
  return {
    course: { id, title, maxPartecipanti, minParticipants, seatsTaken },
    isFull: left === 0,
    addPersonTo: whereToPut(course, list),
    seatsSentence: course.cancelledAt
      ? 'Edizione annullata.'
      : seatsInWords(left, areOnHold && offerMode === 'email' && nextId !== null),
    offerMode,
    list,
    missed,
    figures,
    askedPerson: list.find((person) => person.id === askedId) ?? null,
    nextId,
    isInTurn: askedId !== null && isInTurn(listed, askedId),
    question: url.searchParams.has(QUESTION_PARAMETERS.offer) ? ('offer' as const) : ('move' as const),
  }
}

/**
 * Where the office can put another person: on the list or, if one is free, on a seat; null if the edition takes
 * nobody.
 */
function whereToPut(course: StoredCourse, list: WaitingPerson[]): 'list' | 'seat' | null {
  const peopleAwaitingOffer = list.filter(({ offeredUntil }) => !offeredUntil).length
  const allowed = mayPutOnList(course, undefined, peopleAwaitingOffer, today())
  if (allowed.ok) return 'list'
  return allowed.refusal === 'seats-free' ? 'seat' : null
}

/** The free seats in words (`left`: how many). `areOnHold`: they are not offered while decisions can be undone. */
function seatsInWords(left: number | null, areOnHold: boolean): string {
  if (left === null) return 'Questa edizione non ha un limite di posti.'
  if (left === 0) return 'Al completo.'
  const count = formatCount(left, 'posto libero', 'posti liberi')
  return areOnHold
    ? `${count}: l’offerta parte quando le ultime decisioni su questa edizione non si possono più ripristinare.`
    : `${count}.`
}

/** Whether free seats are offered by e-mail; else why not, as a key of `OFFER_MODES`. */
function offerModeOf(course: StoredCourse, start: Date | null): keyof typeof OFFER_MODES {
  if (!acceptsRequests(course, today())) return 'none'
  return offerEnd(new Date(), start, isSchoolClosed) ? 'email' : 'phone'
}

/** Why free seats are not offered by e-mail; null: they are, by the rules that the page shows. */
const OFFER_MODES = {
  email: null,
  phone:
    'Il corso è cominciato o sta per cominciare: un posto libero non si offre più per email. Se c’è, telefona nell’ordine della lista e approva chi accetta.',
  none: 'Questa edizione non accetta richieste: i suoi posti non si offrono.',
}

export async function action({ request, context, url }: Route.ActionArgs) {
  return answerButton(staffFrom(context), request, await readForm(request), () => url.pathname)
}

export default function WaitingListScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, seatsSentence, isFull, addPersonTo, offerMode, list, missed } = loaderData
  const { figures, askedPerson, question, nextId, isInTurn } = loaderData
  const result: ButtonResult = actionData ?? {}
  const title = `Lista d’attesa: ${course.title}`
  const dialog = useOutlet()
  const offersByEmail = offerMode === 'email'
  const openOffers = offersByEmail ? list.filter(({ offeredUntil }) => offeredUntil) : []
  return (
    <section className="waiting-page" aria-labelledby="lista">
      {result.toasts && <Toasts toasts={result.toasts} />}
      {dialog ?? <PageHead title={title} noindex error={hasErrors(result)} />}
      <h3 id="lista" className="visually-hidden">
        Lista d’attesa
      </h3>
      <div className="list-main">
        {openOffers.length > 0 && <OpenOffers offers={openOffers} course={course} />}
        <section aria-labelledby="in-lista">
          <div className="list-head">
            <h3 id="in-lista">In lista</h3>
            {addPersonTo && <AddPersonLink to={addPersonTo} course={course} />}
          </div>
          {list.length === 0 ? (
            <EmptyState
              title="Nessuno è in lista d’attesa."
              act={
                <Link to={`${href('/admin/richieste')}?corso=${course.id}`}>
                  Vedi le richieste di questa edizione
                </Link>
              }
            >
              Al completo, chi chiede un posto può mettersi in lista.
            </EmptyState>
          ) : list.length === openOffers.length ? (
            <p className="quiet">Nessun altro.</p>
          ) : (
            <WaitingTable
              list={list}
              course={course}
              nextId={offersByEmail ? nextId : null}
              offersByEmail={offersByEmail}
              mayAdmit={offerMode !== 'none'}
            />
          )}
          {list.length + missed.length === MOST_LISTED && (
            <p className="hint">Sono le prime {list.length} persone in lista.</p>
          )}
        </section>
        {missed.length > 0 && <MissedOffers people={missed} />}
      </div>
      <aside>
        <section aria-labelledby="posti">
          <div className="list-head">
            <h3 id="posti">Posti</h3>
          </div>
          <SeatsNow course={course} offered={list.filter(({ offeredUntil }) => offeredUntil).length}>
            {seatsSentence}
          </SeatsNow>
        </section>
        <section aria-labelledby="come-funziona">
          <div className="list-head">
            <h3 id="come-funziona">Come funziona</h3>
          </div>
          {OFFER_MODES[offerMode] ? <p>{OFFER_MODES[offerMode]}</p> : <OfferRules />}
        </section>
      </aside>
      {figures.asked + figures.enrolled > 0 && <EditionFigures figures={figures} />}
      {askedPerson && (
        <TurnDialog
          person={askedPerson}
          question={question}
          isInTurn={isInTurn}
          isFull={isFull}
          course={course}
          result={result}
        />
      )}
      <OpenQuestion result={result} page={waitingListPage(course.id)} />
    </section>
  )
}

/** The link that puts a person on the list or, if a seat is free, enrols them. */
function AddPersonLink({ to, course: { id } }: { to: 'list' | 'seat'; course: { id: string } }) {
  return to === 'list' ? (
    <Link
      className="button button-small"
      to={href('/admin/courses/:course/lista-attesa/aggiungi', { course: id })}
      preventScrollReset
    >
      <Icon name="plus" /> Metti in lista una persona
    </Link>
  ) : (
    <Link className="button button-small" to={`${href('/admin/iscrivi')}?corso=${id}`}>
      <Icon name="plus" /> Iscrivi una persona
    </Link>
  )
}

/** The people with a seat and the open offers, in figures and squares. `children`: the free seats in words. */
function SeatsNow({
  course: { seatsTaken, maxPartecipanti, minParticipants },
  offered,
  children,
}: {
  course: Pick<StoredCourse, 'seatsTaken' | 'maxPartecipanti' | 'minParticipants'>
  offered: number
  children: string
}) {
  const people = seatsTaken - offered
  return (
    <div className="seats-now">
      <p className="seats-value num">
        {`${people} `}
        {maxPartecipanti && <small>di {maxPartecipanti}</small>}
      </p>
      <SeatSquares taken={people} offered={offered} most={maxPartecipanti} least={minParticipants} />
      <p>
        {offered > 0 && `${offered} in offerta. `}
        {children}
      </p>
    </div>
  )
}

function OfferRules() {
  return (
    <dl className="facts">
      {OFFER_RULES.map(({ what, value, note }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            {value}
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

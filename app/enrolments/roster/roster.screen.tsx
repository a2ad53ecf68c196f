import { data, href, Link, useLocation } from 'react-router'
import { adminFrom } from '../../accounts/session/session.server'
import { courseFrom } from '../../courses/office.queries.server'
import { hasBegun } from '../../courses/rules'
import { SEATED } from '../../courses/seats.rules'
import { pageBelow } from '../../courses/table/rules'
import { readForm } from '../../http/form.server'
import { loadSections, readOrRedirect } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { today } from '../../runtime/clock'
import { Find } from '../../ui/forms/find'
import { Icon } from '../../ui/icon'
import { PageHead } from '../../ui/page-head'
import { queryWith } from '../../ui/query'
import { Chips } from '../../ui/tables/chips'
import { Pagination } from '../../ui/tables/pagination'
import { postponementOf } from '../mine/postponement.queries.server'
import { answerButton, type ButtonResult } from '../review/form-actions.server'
import { stateLabel } from '../rules'
import type { Route } from './+types/roster.screen'
import { AnswersLine } from './answers-line'
import { rosterCounts, rosterPeople } from './queries.server'
import { RosterTable, rosterAnchor, withoutQuestion } from './roster-table'
import { ROSTER_PAGE, rosterView } from './rules'
import { StepEverybody } from './step-everybody'
import './roster.css'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const finding = courseFrom(context, params.course)
  const course = await readOrRedirect(pageBelow(url.search), 'Impossibile caricare il corso', finding)
  if (!course) throw data(null, { status: 404 })
  const { id, slug, title, maxPartecipanti, startDate } = course

  const { loadSection, respond } = loadSections()
  const none = { approved: 0, in_progress: 0, completed: 0 }
  const counts = await loadSection('Errore nel recuperare le iscrizioni', rosterCounts(admin, id), none)
  const total = counts.approved + counts.in_progress + counts.completed
  const view = rosterView(url.searchParams)
  const shown = view.state ? counts[view.state] : total
  const pages = Math.max(1, Math.ceil(shown / ROSTER_PAGE))
  const page = Math.min(view.page, pages)
  const failed = 'Errore nel recuperare gli utenti'
  const [people, last] = await Promise.all([
    total === 0 ? [] : loadSection(failed, rosterPeople(admin, id, { ...view, page }), []),
    loadSection(failed, postponementOf(admin, id), undefined),
  ])
  const isArchived = course.archivedAt !== null
  const isCancelled = course.cancelledAt !== null
  return respond({
    course: {
      id,
      slug,
      title,
      maxPartecipanti,
      startDate,
      isArchived,
      isCancelled,
      begun: hasBegun(course, today()),
      closed: isArchived || isCancelled,
      offered: Math.max(0, course.seatsTaken - total),
    },
    counts,
    total,
    view,
    page,
    pages,
    people,
    last,
  })
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const page = url.pathname + withoutQuestion(url.search)
  return answerButton(
    adminFrom(context),
    request,
    await readForm(request),
    (_intent, enrolment) => page + (enrolment ? rosterAnchor(enrolment) : `#${ACTIONS}`),
  )
}

/** Keeps the focus after a step for all. */
const ACTIONS = 'azioni'

export default function RosterScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, counts, total, view, page, pages, people, last, toasts } = loaderData
  const location = useLocation()
  const [path, search] = [location.pathname, withoutQuestion(location.search)]
  const { question }: ButtonResult = actionData ?? {}
  const title = `Iscritti: ${course.title}`
  return (
    <section className="roster-page" aria-labelledby="iscritti">
      <PageHead title={title} noindex />
      <h3 id="iscritti" className="visually-hidden">
        Iscritti
      </h3>
      {course.isArchived && (
        <p className="quiet">Questo corso è stato eliminato: le iscrizioni restano come sono.</p>
      )}
      {course.isCancelled && (
        <p className="quiet">Questa edizione è stata annullata: avevano un posto queste persone.</p>
      )}
      {last && !course.closed && <AnswersLine last={last} />}
      <div className="tools">
        {total > 0 && (
          <>
            <Find label="Nome o azienda" text={view.text} action={path} keep={{ stato: view.state }} />
            <StateChips counts={counts} total={total} chosen={view.state} search={search} />
          </>
        )}
        <RosterTools course={course} isEmpty={total === 0} />
      </div>
      {total > 0 && <p className="quiet">{rosterInWords(course, counts, total)}</p>}
      {people.length > 0 ? (
        <RosterTable people={people} course={course} question={question} path={path} search={search} />
      ) : (
        <Nobody total={total} failed={toasts[0]?.description} path={path} />
      )}
      {!view.text && (
        <Pagination
          page={page}
          pages={pages}
          addressOf={(number) =>
            `${path}${queryWith(search, { pagina: number > 1 ? String(number) : null })}`
          }
        />
      )}
      <div className="actions roster-foot" id={ACTIONS} tabIndex={-1}>
        {!course.closed && <StepEverybody course={course} counts={counts} action={path} search={search} />}
      </div>
    </section>
  )
}

function RosterTools({
  course: { id, slug, closed },
  isEmpty,
}: {
  course: { id: string; slug: string; closed: boolean }
  isEmpty: boolean
}) {
  return (
    <div className="tools-end">
      {!isEmpty && (
        <>
          <Link
            className="button button-small"
            to={href('/admin/courses/:course/iscritti/stampa', { course: id })}
          >
            Stampa
          </Link>
          <Link
            className="button button-small"
            to={href('/admin/courses/:course/iscritti.csv', { course: slug })}
            reloadDocument
          >
            <Icon name="down" /> Esporta CSV
          </Link>
        </>
      )}
      {!closed && (
        <Link className="button button-small" to={`${href('/admin/iscrivi')}?corso=${id}`}>
          <Icon name="plus" /> Iscrivi una persona
        </Link>
      )}
    </div>
  )
}

type Counts = Record<(typeof SEATED)[number], number>

function rosterInWords(
  { maxPartecipanti, offered }: { maxPartecipanti: number | null; offered: number },
  counts: Counts,
  total: number,
): string {
  const seats = maxPartecipanti ? ` su ${maxPartecipanti} posti` : ''
  const offers = offered > 0 ? `; ${formatCount(offered, 'posto offerto', 'posti offerti')}` : ''
  return `${formatCount(total, 'iscritto', 'iscritti')}${seats}: ${counts.approved} da iniziare, ${counts.in_progress} in corso, ${counts.completed} completati${offers}`
}

function StateChips({
  counts,
  total,
  chosen,
  search,
}: {
  counts: Counts
  total: number
  chosen: keyof Counts | null
  search: string
}) {
  const states = SEATED.filter((state) => counts[state] > 0)
  if (states.length < 2) return null
  const address = (state: string | null) => queryWith(search, { stato: state, pagina: null }) || '?'
  return (
    <Chips
      label="Stato"
      chips={[
        { name: 'Tutti', to: address(null), isChosen: chosen === null, count: total },
        ...states.map((state) => ({
          name: stateLabel(state),
          to: address(state),
          isChosen: chosen === state,
          count: counts[state],
        })),
      ]}
    />
  )
}

/** Without rows: nobody is in, nobody has these words, or the people could not be read. */
function Nobody({ total, failed, path }: { total: number; failed: string | undefined; path: string }) {
  if (failed) return <p className="error">{failed}</p>
  if (total === 0) return <p className="lead">Nessun utente iscritto</p>
  return (
    <p className="lead">
      Nessuno tra gli iscritti ha queste parole. <Link to={path}>Mostra tutti</Link>
    </p>
  )
}

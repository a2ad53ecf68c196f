import { data, href, Link, useLocation } from 'react-router'
import { adminFrom } from '../../accounts/session/session.server'
import { courseByKey } from '../../courses/office.queries.server'
import { hasBegun } from '../../courses/rules'
import { pageBelow, pageQuery } from '../../courses/table/rules'
import { readForm } from '../../http/form.server'
import { loadSections, readOrRedirect } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { today } from '../../runtime/clock'
import { editionLine } from '../../ui/edition'
import { Icon } from '../../ui/icon'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { queryWith } from '../../ui/query'
import { Pagination } from '../../ui/tables/pagination'
import { postponementOf } from '../mine/postponement.queries.server'
import { answerButton, type ButtonResult } from '../review/form-actions.server'
import { waitingListPage } from '../waiting-list.rules'
import type { Route } from './+types/roster.screen'
import { AnswersLine } from './answers-line'
import { rosterCounts, rosterPeople } from './queries.server'
import { RosterTable, rosterAnchor, withoutQuestion } from './roster-table'
import { ROSTER_PAGE } from './rules'
import { StepEverybody } from './step-everybody'
import './roster.css'

/** Page of the roster; `pagina` belongs to the courses below. */
const PAGE = 'foglio'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const finding = courseByKey(admin, params.course)
  const course = await readOrRedirect(pageBelow(url.search), 'Impossibile caricare il corso', finding)
  if (!course) throw data(null, { status: 404 })
  const { id, slug, title, maxPartecipanti, startDate, place } = course

  const { loadSection, respond } = loadSections()
  const none = { approved: 0, in_progress: 0, completed: 0 }
  const counts = await loadSection('Errore nel recuperare le iscrizioni', rosterCounts(admin, id), none)
  const total = counts.approved + counts.in_progress + counts.completed
  const pages = Math.max(1, Math.ceil(total / ROSTER_PAGE))
  const page = Math.min(Number(/^[1-9]\d{0,4}$/.exec(url.searchParams.get(PAGE) ?? '') ?? 1), pages)
  const failed = 'Errore nel recuperare gli utenti'
  const people = total === 0 ? [] : await loadSection(failed, rosterPeople(admin, id, page), [])
  const begun = hasBegun(course, today())
  const shown = {
    id,
    slug,
    title,
    maxPartecipanti,
    startDate,
    place,
    begun,
    archived: course.archivedAt !== null,
    cancelled: course.cancelledAt !== null,
    closed: course.archivedAt !== null || course.cancelledAt !== null,
    offered: Math.max(0, course.seatsTaken - total),
  }
  const last = await loadSection(failed, postponementOf(admin, id), undefined)
  return respond({ course: shown, counts, total, page, pages, people, last })
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
  const { course, counts, total, page, pages, people, last, toasts } = loaderData
  const location = useLocation()
  const [path, search] = [location.pathname, withoutQuestion(location.search)]
  const { question }: ButtonResult = actionData ?? {}
  const title = `Iscritti: ${course.title}`
  const seats = course.maxPartecipanti ? ` su ${course.maxPartecipanti} posti` : ''
  return (
    <Dialog title={title} closeTo={pageBelow(search)} wide>
      <PageHead title={title} noindex />
      <p className="roster-edition">{editionLine(course)}</p>
      {course.archived && (
        <p className="quiet">Questo corso è stato eliminato: le iscrizioni restano come sono.</p>
      )}
      {course.cancelled && (
        <p className="quiet">Questa edizione è stata annullata: avevano un posto queste persone.</p>
      )}
      {last && !course.closed && <AnswersLine last={last} />}
      {total === 0 ? (
        <p className="lead">{toasts.length > 0 ? toasts[0]?.description : 'Nessun utente iscritto'}</p>
      ) : (
        <>
          <p className="quiet">
            {formatCount(total, 'iscritto', 'iscritti')}
            {seats}: {counts.approved} da iniziare, {counts.in_progress} in corso, {counts.completed}{' '}
            completati
            {course.offered > 0 && `; ${formatCount(course.offered, 'posto offerto', 'posti offerti')}`}
          </p>
          {people.length === 0 && <p className="error">{toasts[0]?.description}</p>}
          <RosterTable people={people} course={course} question={question} path={path} search={search} />
          <Pagination
            page={page}
            pages={pages}
            addressOf={(number) =>
              `${path}${queryWith(search, { [PAGE]: number > 1 ? String(number) : null })}`
            }
          />
        </>
      )}
      <div className="actions roster-foot" id={ACTIONS} tabIndex={-1}>
        {!course.closed && <StepEverybody course={course} counts={counts} action={path} search={search} />}
        {total > 0 && (
          <Link
            className="button"
            to={href('/admin/courses/:course/iscritti.csv', { course: course.slug })}
            reloadDocument
          >
            <Icon name="down" /> Esporta CSV
          </Link>
        )}
        {total > 0 && (
          <Link className="button" to={href('/admin/courses/:course/iscritti/stampa', { course: course.id })}>
            Stampa
          </Link>
        )}
        {!course.closed && (
          <Link className="button" to={waitingListPage(course.id)}>
            Lista d’attesa
          </Link>
        )}
        {!course.closed && (
          <Link
            className="button"
            to={`${href('/admin/iscrivi')}${queryWith(pageQuery(search), { corso: course.id })}`}
          >
            Iscrivi Utente a Corso
          </Link>
        )}
      </div>
    </Dialog>
  )
}

import { href, Link, redirect, useLocation } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseFrom, courseOr404 } from '../../courses/office.queries.server'
import { hasBegun, isYetToBegin } from '../../courses/rules'
import { SEATED_STATES } from '../../courses/seats.rules'
import { courseTablePage } from '../../courses/table/rules'
import { readForm } from '../../http/form.server'
import { loadSections, redirectWith } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { today } from '../../runtime/clock'
import { EmptyState } from '../../ui/empty-state'
import { hasErrors } from '../../ui/forms/error-summary'
import { TableSearch } from '../../ui/forms/table-search'
import { Icon } from '../../ui/icon'
import { More } from '../../ui/overlays/more'
import { Toasts, toastsIn } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import { addressWith, queryWith } from '../../ui/query'
import { Chips } from '../../ui/tables/chips'
import { CsvLinks } from '../../ui/tables/csv-links'
import { Pagination } from '../../ui/tables/pagination'
import { areLessonsOver } from '../attendance/rules'
import { lastPostponementOf } from '../mine/postponement.queries.server'
import { answerButton, type ButtonResult, chosenIds } from '../review/form-actions.server'
import { stateLabel } from '../rules'
import type { Route } from './+types/roster.screen'
import { AnswersLine } from './answers-line'
import { completionOf } from './completion.queries.server'
import { CompletionProposal } from './completion-proposal'
import { PrintLinks } from './print-head'
import { rosterCounts, rosterPeople } from './queries.server'
import { QuestionAboutMany, RosterMany, rosterExportAddress } from './roster-many'
import { RosterTable, rosterAnchor, withoutQuestion } from './roster-table'
import { LATE_DUE, ROSTER_PAGE_SIZE, rosterView } from './rules'
import { StepEverybody } from './step-everybody'
import './roster.css'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOr404(courseFrom(context, params.course), courseTablePage(url.search))
  const { id, slug, title, maxPartecipanti, startDate } = course

  const { loadSection, respond } = loadSections()
  const noCounts = { approved: 0, in_progress: 0, completed: 0, [LATE_DUE]: 0, found: 0 }
  const view = rosterView(url.searchParams)
  const counting = rosterCounts(staff, id, view)
  const counts = await loadSection('Errore nel recuperare le iscrizioni', counting, noCounts)
  const total = counts.approved + counts.in_progress + counts.completed
  const pages = Math.max(1, Math.ceil(counts.found / ROSTER_PAGE_SIZE))
  const page = Math.min(view.page, pages)
  const failed = 'Errore nel recuperare gli utenti'
  const noCompletion = {
    requirement: { planned: null, threshold: course.attendanceThreshold },
    proposal: null,
  }
  const mayHaveAnswers = !areLessonsOver(course.sessions, today())
  const [people, lastPostponement, completion] = await Promise.all([
    total === 0 ? [] : loadSection(failed, rosterPeople(staff, id, { ...view, page }), []),
    mayHaveAnswers ? loadSection(failed, lastPostponementOf(staff, id), undefined) : undefined,
    total === 0 ? noCompletion : loadSection(failed, completionOf(staff, course), noCompletion),
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
      hasBegun: hasBegun(course, today()),
      isYetToBegin: isYetToBegin(course, today()),
      isClosed: isArchived || isCancelled,
      isNotYetOpen: course.draft || course.comingSoon,
      // The number of open offers, since taken seats include them. A cancelled edition has people in its roster, but no
      // taken seats.
      offered: Math.max(0, course.seatsTaken - total),
    },
    counts,
    total,
    view,
    page,
    pages,
    people,
    lastPostponement,
    completion,
  })
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const page = url.pathname + withoutQuestion(url.search)
  const form = await readForm(request)
  const intent = String(form.get('intent') ?? '')
  if (Object.hasOwn(PAGES_FOR_MANY, intent)) {
    const ids = chosenIds(form.getAll('chosen').map(String))
    if (!Array.isArray(ids)) return redirectWith(page, ids)
    return redirect(PAGES_FOR_MANY[intent as keyof typeof PAGES_FOR_MANY](params.course, ids))
  }
  return answerButton(
    staff,
    request,
    form,
    (_intent, enrolment) => page + (enrolment ? rosterAnchor(enrolment) : `#${ACTIONS_ID}`),
  )
}

/** The addresses at which chosen people are written to, moved and exported, by the intent of the button. */
const PAGES_FOR_MANY = {
  'write-many': (course: string, ids: string[]) =>
    addressWith(href('/admin/courses/:course/messaggi/nuovo', { course }), { a: ids }),
  'move-many': (course: string, ids: string[]) =>
    addressWith(href('/admin/courses/:course/iscritti/sposta', { course }), { a: ids }),
  'export-many': (course: string, ids: string[]) => rosterExportAddress(course, ids),
  'export-many-iso': (course: string, ids: string[]) => rosterExportAddress(course, ids, 'iso'),
}

/** The id of the element that has the focus after a step for several participants. */
const ACTIONS_ID = 'azioni'

export default function RosterScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, counts, total, view, page, pages, people, lastPostponement, toasts } = loaderData
  const { requirement, proposal } = loaderData.completion
  const location = useLocation()
  const [path, search] = [location.pathname, withoutQuestion(location.search)]
  const { question, questionAboutMany, chosenIds = [] }: ButtonResult = actionData ?? {}
  const title = `Iscritti: ${course.title}`
  return (
    <section className="roster-page" aria-labelledby="iscritti">
      {actionData && <Toasts toasts={toastsIn(actionData)} />}
      <PageHead title={title} noindex error={hasErrors(actionData)} />
      <h3 id="iscritti" className="visually-hidden">
        Iscritti
      </h3>
      {course.isArchived && (
        <p className="quiet">Questo corso è stato eliminato: le iscrizioni restano come sono.</p>
      )}
      {course.isCancelled && <p className="quiet">Questa edizione è stata annullata.</p>}
      {lastPostponement && !course.isClosed && (
        <AnswersLine course={course.id} postponement={lastPostponement} />
      )}
      {proposal && !course.isClosed && (
        <CompletionProposal
          course={course.id}
          requirement={requirement}
          proposal={proposal}
          page={path + search}
        />
      )}
      <div className="tools">
        {total > 0 && (
          <>
            <TableSearch
              label="Nome o azienda"
              text={view.text}
              action={path}
              foundCount={counts.found}
              keep={{ stato: view.state }}
            />
            {!course.isCancelled && (
              <StateChips counts={counts} total={total} chosen={view.state} search={search} />
            )}
          </>
        )}
        <RosterTools course={course} isEmpty={total === 0} />
      </div>
      {questionAboutMany && <QuestionAboutMany question={questionAboutMany} page={path + search} />}
      {people.length > 0 ? (
        <RosterMany people={people} course={course} page={path + search}>
          <RosterTable
            people={people}
            course={course}
            requirement={requirement}
            question={question}
            chosenIds={chosenIds}
            page={path + search}
          />
          <p className="roster-sum">{rosterInWords(course, counts, total)}</p>
        </RosterMany>
      ) : (
        <NoPeople total={total} failure={toasts[0]?.description} path={path} />
      )}
      <Pagination
        page={page}
        pageCount={pages}
        addressOf={(number) => `${path}${queryWith(search, { pagina: number > 1 ? String(number) : null })}`}
      />
      <div className="actions roster-foot" id={ACTIONS_ID} tabIndex={-1}>
        {!course.isClosed && <StepEverybody course={course} counts={counts} action={path} search={search} />}
      </div>
    </section>
  )
}

function RosterTools({
  course: { id, slug, isClosed, isNotYetOpen },
  isEmpty,
}: {
  course: { id: string; slug: string; isClosed: boolean; isNotYetOpen: boolean }
  isEmpty: boolean
}) {
  return (
    <div className="tools-end">
      {!isEmpty && (
        <>
          <div className="more-outlined">
            <More
              of="foglio firme, cartellini, elenco"
              label={
                <>
                  <Icon name="print" /> Stampa
                </>
              }
            >
              <PrintLinks course={id} />
            </More>
          </div>
          <CsvLinks of="iscritti" to={href('/admin/courses/:course/iscritti.csv', { course: slug })} />
        </>
      )}
      {!isClosed &&
        (isNotYetOpen ? (
          <p className="quiet">Le iscrizioni non sono ancora aperte.</p>
        ) : (
          <Link className="button button-small" to={`${href('/admin/iscrivi')}?corso=${id}`}>
            <Icon name="plus" /> Iscrivi una persona
          </Link>
        ))}
    </div>
  )
}

type Counts = Record<(typeof SEATED_STATES)[number] | typeof LATE_DUE, number>

/**
 * The roster in short: '11 iscritti su 16 posti: 9 da iniziare, 2 in corso; 1 posto offerto'; of a cancelled edition:
 * '11 persone avevano un posto'.
 */
function rosterInWords(
  {
    maxPartecipanti,
    offered,
    isCancelled,
  }: { maxPartecipanti: number | null; offered: number; isCancelled: boolean },
  counts: Counts,
  total: number,
): string {
  if (isCancelled) return `${formatCount(total, 'persona aveva', 'persone avevano')} un posto`
  const seats = maxPartecipanti ? ` su ${maxPartecipanti} posti` : ''
  const states = [
    counts.approved > 0 && `${counts.approved} da iniziare`,
    counts.in_progress > 0 && `${counts.in_progress} in corso`,
    counts.completed > 0 && formatCount(counts.completed, 'completato', 'completati'),
  ].filter(Boolean)
  const offers = offered > 0 ? `; ${formatCount(offered, 'posto offerto', 'posti offerti')}` : ''
  return `${formatCount(total, 'iscritto', 'iscritti')}${seats}: ${states.join(', ')}${offers}`
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
  const states = SEATED_STATES.filter((state) => counts[state] > 0)
  const shownStates = states.length > 1 ? states : []
  const showsLate = counts[LATE_DUE] > 0 || chosen === LATE_DUE
  if (shownStates.length === 0 && !showsLate) return null
  const address = (state: string | null) => queryWith(search, { stato: state, pagina: null }) || '?'
  return (
    <Chips
      label="Stato"
      chips={[
        { name: 'Tutti', to: address(null), isChosen: chosen === null, count: total },
        ...(showsLate
          ? [
              {
                name: 'Da pagare',
                to: address(LATE_DUE),
                isChosen: chosen === LATE_DUE,
                count: counts[LATE_DUE],
                isUrgent: counts[LATE_DUE] > 0,
              },
            ]
          : []),
        ...shownStates.map((state) => ({
          name: stateLabel(state),
          to: address(state),
          isChosen: chosen === state,
          count: counts[state],
        })),
      ]}
    />
  )
}

/**
 * In place of rows: says that nobody is enrolled, that the view finds nobody, or that reading failed (`failure`, a
 * sentence).
 */
function NoPeople({ total, failure, path }: { total: number; failure: string | undefined; path: string }) {
  if (failure) return <p className="error">{failure}</p>
  if (total === 0) return <EmptyState title="Nessun utente iscritto" />
  return <EmptyState title="Nessun iscritto trovato." act={<Link to={path}>Mostra tutti</Link>} />
}

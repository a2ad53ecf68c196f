import { data, href, Link, useLocation } from 'react-router'
import type { Admin } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { proposalOf } from '../courses/minimum.rules'
import { courseByKey, courseOrList } from '../courses/office.queries.server'
import type { StoredCourse } from '../courses/queries.server'
import { NO_DATE, SEARCH_LIMIT } from '../courses/rules'
import { pageBelow, pageQuery } from '../courses/table/rules'
import { editionPage } from '../enrolments/office.rules'
import { waitingListPage } from '../enrolments/waiting-list.rules'
import { readForm } from '../http/form.server'
import { loadSections, redirectWith, withErrorToast } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { today } from '../runtime/clock'
import { Icon } from '../ui/icon'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { errorToast, type Toast } from '../ui/toast'
import type { Route } from './+types/terms.screen'
import { EditionFate, RemindersForm } from './edition-fate'
import { EditionTable } from './edition-table'
import { JoinSeries } from './join-series'
import { coursesToJoin, editionsOf } from './series.queries.server'
import { changeTerms, joinSeries, leaveSeries, setReminders } from './terms.commands.server'
import { contradictions, explainTerms, readTerms, type TermsText, writeTerms } from './terms.rules'
import { TermsForm, type TermsResult } from './terms-form'
import './edition.css'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const edition = await courseOrList(admin, params.course, pageBelow(url.search))
  const { id, slug, title, startDate, location, seriesId, draft, cancelledAt, cancelReason, ...course } =
    edition
  const { loadSection, respond } = loadSections()
  const text = (url.searchParams.get('cerca') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_LIMIT)
  return respond({
    course: { id, slug, title, startDate, location, maxPartecipanti: course.maxPartecipanti },
    terms: writeTerms(course),
    reminders: { joiningEmail: course.joiningEmail, thanksEmail: course.thanksEmail },
    fate: {
      draft,
      cancelledAt,
      cancelReason,
      confirmedAt: course.confirmedAt,
      proposal: proposalOf(edition, today()),
    },
    editions: await loadSection('Impossibile caricare i corsi', editionsOf(admin, seriesId), null),
    found: await loadSection('Impossibile caricare i corsi', coursesToJoin(admin, seriesId, text), []),
    text,
    today: today(),
  })
}

const FAILED = 'Si è verificato un errore'

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const form = await readForm(request)
  return withErrorToast(FAILED, async () => {
    const course = await courseByKey(admin, params.course)
    if (!course) throw data(null, { status: 404 })
    const back = (toast: Toast) => redirectWith(editionPage(course.id) + pageQuery(url.search), toast)
    switch (form.get('intent')) {
      case 'terms':
        return agree(admin, course, form, back)
      case 'reminders': {
        const wanted = { joiningEmail: form.has('joiningEmail'), thanksEmail: form.has('thanksEmail') }
        const set = await setReminders(admin, course.id, wanted)
        return back(set.ok ? { tone: 'success', title: 'Edizione aggiornata' } : failed(explainTerms(set)))
      }
      case 'join':
        return back(await join(admin, course.id, String(form.get('course'))))
      case 'leave': {
        const left = await leaveSeries(admin, course.id)
        return back(left.ok ? { tone: 'success', title: 'Edizione separata' } : failed(explainTerms(left)))
      }
      default:
        throw data(null, { status: 400 })
    }
  })
}

const failed = (sentence: string) => errorToast(`${FAILED}: ${sentence}`)

async function agree(
  admin: Admin,
  course: StoredCourse,
  form: FormData,
  back: (toast: Toast) => Promise<Response>,
) {
  const field = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  const text: TermsText = { minParticipants: field('minParticipants'), confirmBy: field('confirmBy') }
  const before = { minParticipants: field('minParticipantsBefore'), confirmBy: field('confirmByBefore') }
  const { terms, errors } = readTerms(text)
  const wrong = { ...contradictions(terms, course, today()), ...errors }
  if (Object.keys(wrong).length > 0)
    return data<TermsResult>({ text, before, errors: wrong }, { status: 400 })
  const changed = await changeTerms(admin, course.id, terms, readTerms(before).terms)
  if (changed.ok) return back({ tone: 'success', title: 'Edizione aggiornata' })
  const stored = await courseByKey(admin, course.id)
  const problem = `Impossibile salvare: ${explainTerms(changed)}`
  return data<TermsResult>({ text, before: stored ? writeTerms(stored) : before, problem }, { status: 409 })
}

const NAMED = 5

async function join(admin: Admin, courseId: string, otherId: string): Promise<Toast> {
  const joined = await joinSeries(admin, courseId, otherId)
  if (!joined.ok) return failed(explainTerms(joined))
  const { title, inBoth } = joined
  const more = inBoth.length > NAMED ? ` e altri ${inBoth.length - NAMED}` : ''
  const inBothSentence =
    inBoth.length > 0 && `In più di un’edizione: ${inBoth.slice(0, NAMED).join(', ')}${more}.`
  const description = [`Ora è un’edizione di «${title}».`, inBothSentence].filter(Boolean).join(' ')
  return { tone: 'success', title: 'Corso unito', description }
}

export default function EditionScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, terms, reminders, fate, editions, found, text, today } = loaderData
  const { search } = useLocation()
  const result: (Partial<TermsResult> & { toasts?: Toast[] }) | undefined = actionData
  const wrong = Boolean(result?.errors ?? result?.problem)
  const where = course.location?.split(',')[0]
  const when = formatDate(course.startDate, 'd MMM yyyy', NO_DATE)
  return (
    <section className="admin-row edition" aria-labelledby="edizione">
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={`Edizione: ${course.title}`} noindex error={wrong} />
      <div className="admin-head">
        <h2 id="edizione">Edizione</h2>
        <div className="actions">
          <Link className="button" to={waitingListPage(course.id)}>
            Lista d’attesa
          </Link>
          <Link
            className="button"
            to={`${href('/admin/courses/:course', { course: course.id })}${pageQuery(search)}`}
          >
            Modifica il corso
          </Link>
          <Link className="link" to={pageBelow(search)}>
            <Icon name="left" /> Indietro
          </Link>
        </div>
      </div>
      <p className="edition-of">
        <Link to={href('/corsi/:slug', { slug: course.slug })}>{course.title}</Link>
        <span className="num">{[when, where].filter(Boolean).join(', ')}</span>
      </p>
      <EditionFate course={course.id} fate={fate} />
      {!fate.cancelledAt && (
        <>
          <TermsForm
            key={JSON.stringify(result?.before ?? terms)}
            course={course}
            stored={terms}
            result={
              result?.text && result.before
                ? { ...result, text: result.text, before: result.before }
                : undefined
            }
          />
          <RemindersForm reminders={reminders} />
        </>
      )}
      {editions && <EditionTable editions={editions} here={course.id} today={today} />}
      <JoinSeries found={found} text={text} alone={editions?.length === 1} />
    </section>
  )
}

import type { ReactNode } from 'react'
import { data, href, Link, redirect } from 'react-router'
import { visitorFrom } from '../accounts/session/session.server'
import { CourseStrip, type StripFacts, stripWithoutSeats } from '../catalogue/course-page/course-strip'
import { courseById } from '../courses/queries.server'
import { courseState } from '../courses/rules'
import { readForm } from '../http/form.server'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { today } from '../runtime/clock'
import { isToken } from '../runtime/token.server'
import { Form, Submit } from '../ui/forms/form'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/token.screen'
import { confirmInterest, forgetInterest } from './commands.server'
import { currentNoticeCondition, hasOtherEdition, interestWithToken } from './queries.server'
import { CONFIRMATION_DAYS, interestPage, NEXT_EDITION } from './rules'
import '../ui/narrow.css'

/** Loads the page of an interest. It changes nothing, since mail scanners open links: buttons confirm and delete. */
export async function loader({ params }: Route.LoaderArgs) {
  const interest = await interestWithToken(params.token)
  const course = interest && (await courseById(interest.courseId))
  const headers = { 'Cache-Control': 'no-store' }
  if (!interest || !course) return data(null, { status: 404, headers })
  const { confirmedAt, notifiedAt } = interest
  const state = courseState(course, today())
  const isOffline = state === 'archived' || state === 'draft'
  const condition = isOffline ? null : await currentNoticeCondition(course, state)
  return data(
    {
      confirmedAt,
      notifiedAt,
      // Without a condition to wait for, an available course has a free seat.
      isOpen: state === 'available' && !condition,
      when: isOffline
        ? (await hasOtherEdition(course)) && NEXT_EDITION
        : (condition ?? 'quando puoi chiedere l’iscrizione'),
      course: isOffline ? undefined : stripWithoutSeats(course, state, today()),
    },
    { headers },
  )
}

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const intent = (await readForm(request)).get('intent')
  if (!isToken(token)) throw data(null, { status: 404 })
  switch (intent) {
    case 'confirm':
      await confirmInterest(visitorFrom(context), token)
      return redirect(interestPage(token))
    case 'forget':
      await forgetInterest(visitorFrom(context), token)
      return data({ forgotten: true }, { status: 200 })
    default:
      throw data(null, { status: 400 })
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function TokenScreen({ loaderData: interest, actionData }: Route.ComponentProps) {
  if (actionData?.forgotten)
    return (
      <Page title="Non ti avvisiamo più">
        <p>Il tuo indirizzo è cancellato: per questo corso non ti scriviamo più.</p>
        <CoursesLink />
      </Page>
    )
  if (!interest)
    return (
      <Page title="Questo link non vale più" error>
        <p>
          Se hai chiesto l’avviso più di una volta, usa l’email più recente. Se sono passati più di{' '}
          {CONFIRMATION_DAYS} giorni, chiedilo di nuovo dalla pagina del corso.
        </p>
        <CoursesLink />
      </Page>
    )
  const { confirmedAt, notifiedAt, isOpen, course } = interest
  return (
    <Page title={titleOf(interest)} course={course}>
      <p>{sentenceOf(interest)}</p>
      <Form method="post" className="form">
        <div className="actions">
          {course && !confirmedAt && (
            <Submit
              className="button button-main button-large"
              name="intent"
              value="confirm"
              busy="Conferma in corso..."
            >
              Conferma
            </Submit>
          )}
          {course && confirmedAt && isOpen && (
            <Link
              className="button button-main button-large"
              to={href('/corsi/:slug', { slug: course.slug })}
            >
              Vai al corso
            </Link>
          )}
          <Submit name="intent" value="forget" busy="Cancellazione...">
            {course && !notifiedAt ? 'Non avvisatemi più' : 'Cancella il mio indirizzo'}
          </Submit>
        </div>
      </Form>
      {!course && <CoursesLink />}
    </Page>
  )
}

type ShownInterest = NonNullable<Route.ComponentProps['loaderData']>

function titleOf({ confirmedAt, notifiedAt, isOpen, course }: ShownInterest): string {
  if (!course) return 'Questo corso non è più sul sito'
  if (!confirmedAt) return 'Conferma il tuo indirizzo'
  if (notifiedAt) return 'Ti abbiamo avvisato'
  return isOpen ? 'Puoi chiedere l’iscrizione' : 'Ti avvisiamo noi'
}

function sentenceOf({ confirmedAt, notifiedAt, isOpen, when, course }: ShownInterest): string {
  if (notifiedAt)
    return `Ti abbiamo scritto ${withArticle('il', formatDate(notifiedAt, 'd MMMM yyyy'))}: per questo corso non ti scriviamo più.`
  if (course && !confirmedAt) return `Se confermi, ti scriviamo una volta sola, ${when}.`
  if (!confirmedAt || !when) return 'Puoi cancellare il tuo indirizzo, e guardare gli altri corsi.'
  return isOpen
    ? 'Il tuo indirizzo è confermato, e le iscrizioni sono aperte: non serve aspettare l’avviso.'
    : `Il tuo indirizzo è confermato. Ti scriviamo una volta sola, ${when}.`
}

type PageProps = { title: string; course?: StripFacts; error?: boolean; children: ReactNode }

function Page({ title, course, error = false, children }: PageProps) {
  return (
    <div className="page narrow">
      <PageHead title={title} noindex error={error} />
      {course && <CourseStrip course={course} />}
      <h1>{title}</h1>
      {children}
    </div>
  )
}

const CoursesLink = () => (
  <div className="actions">
    <Link className="button" to={href('/corsi')}>
      Guarda i corsi
    </Link>
  </div>
)

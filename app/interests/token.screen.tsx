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
  if (state === 'archived' || state === 'draft') {
    const isWaiting = confirmedAt && !notifiedAt && (await hasOtherEdition(course))
    return data({ confirmedAt, notifiedAt, when: isWaiting ? NEXT_EDITION : null, course: null }, { headers })
  }
  const when = await currentNoticeCondition(course, state)
  // Without a condition to wait for, an available course has a free seat.
  const isOpen = state === 'available' && !when
  return data(
    {
      confirmedAt,
      notifiedAt,
      when: when ?? 'quando puoi chiedere l’iscrizione',
      isOpen,
      course: stripWithoutSeats(course, state, today()),
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
  const { confirmedAt, notifiedAt, when } = interest
  if (!interest.course)
    return (
      <Page title="Questo corso non è più sul sito">
        {notifiedAt ? (
          <Notified at={notifiedAt} />
        ) : when ? (
          <p>Il tuo indirizzo è confermato. Ti scriviamo una volta sola, {when}.</p>
        ) : (
          <p>Puoi cancellare il tuo indirizzo, e guardare gli altri corsi.</p>
        )}
        <Form method="post" className="form">
          <div className="actions">
            <ForgetButton>Cancella il mio indirizzo</ForgetButton>
          </div>
        </Form>
        <CoursesLink />
      </Page>
    )
  const { isOpen, course } = interest
  if (!confirmedAt)
    return (
      <Page title="Conferma il tuo indirizzo" course={course}>
        <p>Se confermi, ti scriviamo una volta sola, {when}.</p>
        <Form method="post" className="form">
          <div className="actions">
            <Submit
              className="button button-main button-large"
              name="intent"
              value="confirm"
              busy="Conferma in corso..."
            >
              Conferma
            </Submit>
            <ForgetButton>Non avvisatemi più</ForgetButton>
          </div>
        </Form>
      </Page>
    )
  return (
    <Page
      title={notifiedAt ? 'Ti abbiamo avvisato' : isOpen ? 'Puoi chiedere l’iscrizione' : 'Ti avvisiamo noi'}
      course={course}
    >
      {notifiedAt ? (
        <Notified at={notifiedAt} />
      ) : isOpen ? (
        <p>Il tuo indirizzo è confermato, e le iscrizioni sono aperte: non serve aspettare l’avviso.</p>
      ) : (
        <p>Il tuo indirizzo è confermato. Ti scriviamo una volta sola, {when}: non serve altro.</p>
      )}
      <Form method="post" className="form">
        <div className="actions">
          {isOpen && (
            <Link
              className="button button-main button-large"
              to={href('/corsi/:slug', { slug: course.slug })}
            >
              Vai al corso
            </Link>
          )}
          <ForgetButton>{notifiedAt ? 'Cancella il mio indirizzo' : 'Non avvisatemi più'}</ForgetButton>
        </div>
      </Form>
    </Page>
  )
}

const Notified = ({ at }: { at: Date }) => (
  <p>
    Ti abbiamo scritto {withArticle('il', formatDate(at, 'd MMMM yyyy'))}: per questo corso non ti scriviamo
    più.
  </p>
)

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

const ForgetButton = ({ children }: { children: string }) => (
  <Submit name="intent" value="forget" busy="Cancellazione...">
    {children}
  </Submit>
)

const CoursesLink = () => (
  <div className="actions">
    <Link className="button" to={href('/corsi')}>
      Guarda i corsi
    </Link>
  </div>
)

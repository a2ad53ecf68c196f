import { data, href, Link } from 'react-router'
import { personWithEmail, suggestPeople } from '../../../accounts/queries.server'
import { EMAIL_MAX, normalEmail, type Staff } from '../../../accounts/rules'
import { staffFrom } from '../../../accounts/session/session.server'
import { courseFrom } from '../../../courses/office.queries.server'
import { asksForData, readForm } from '../../../http/form.server'
import { redirectWith, withErrorToast } from '../../../http/toasts.server'
import { withArticle } from '../../../italian/articles'
import { ordinal } from '../../../italian/numbers'
import { today } from '../../../runtime/clock'
import { env } from '../../../runtime/env.server'
import { editionLine } from '../../../ui/edition'
import { ErrorSummary, type FieldErrors, hasErrors } from '../../../ui/forms/error-summary'
import { Form } from '../../../ui/forms/form'
import { Dialog } from '../../../ui/overlays/dialog'
import { QuestionActions } from '../../../ui/overlays/question-page'
import { PageHead } from '../../../ui/page-head'
import { queryWith } from '../../../ui/query'
import type { Toast } from '../../../ui/toast'
import { undoPeriodInWords } from '../../decision.rules'
import { PersonField } from '../../direct/person-field'
import { explainEnrolmentRefusal } from '../../refusals.rules'
import { recentDecisions } from '../../review/queries.server'
import type { EnrolmentRefused } from '../../rules'
import { undoButton } from '../../undo-toast.server'
import { mayPutOnList, waitingListPage } from '../../waiting-list.rules'
import { waitingListOf } from '../list.queries.server'
import { putOnList } from '../office.commands.server'
import { countPeopleAhead } from '../order.queries.server'
import type { Route } from './+types/put-on-list.screen'

const TITLE = 'Metti in lista una persona'

export async function loader({ params, context }: Route.LoaderArgs) {
  const course = await courseFrom(context, params.course)
  if (!course) throw data(null, { status: 404 })
  const { peopleAwaitingOffer } = await countPeopleAhead(null, course.id)
  const allowed = mayPutOnList(course, undefined, peopleAwaitingOffer, today())
  const { id, title, startDate, place } = course
  return {
    course: { id, title, startDate, place },
    refused: allowed.ok ? undefined : allowed,
    undoMinutes: env.undoMinutes,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const email = String(form.get('email') ?? '')
    .replaceAll('\0', '')
    .slice(0, EMAIL_MAX)
  return withErrorToast(
    'Impossibile mettere in lista la persona',
    async () => {
      const course = await courseFrom(context, params.course)
      if (!course) throw data(null, { status: 404 })
      if (!email.trim())
        return data({ email, errors: { email: 'Scrivi l’email dell’utente' } }, { status: 400 })
      const page = waitingListPage(course.id)
      const outcome = await putOnList(staff, email, course.id)
      if (outcome.ok) {
        const person = await personWithEmail(staff, email)
        return redirectWith(page, { tone: 'success', ...listToast(person, outcome, page) })
      }
      const justDecided =
        outcome.refusal === 'admitted' &&
        !asksForData(request) &&
        (await justDecidedAdmission(staff, course.id, email))
      if (justDecided)
        return redirectWith(page, { tone: 'neutral', ...listToast(justDecided.person, justDecided, page) })
      if (outcome.refusal === 'unknown-person')
        return data(await answerUnknownPerson(staff, email), { status: 400 })
      return data(
        { email, errors: { email: explainEnrolmentRefusal(outcome) }, refused: outcome },
        { status: 409 },
      )
    },
    { email },
  )
}

type Name = { firstName: string; lastName: string }

/** The toast after somebody was put on the list: 'Ada Prova, al 3° posto', with the button that takes it back. */
function listToast(
  person: Name | undefined,
  { decision, position }: { decision: string; position: number },
  page: string,
): Omit<Toast, 'tone'> {
  const name = person ? `${person.firstName} ${person.lastName}, ` : ''
  return {
    title: 'Messa in lista d’attesa',
    description: `${name}${withArticle('al', ordinal(position))} posto`,
    ...undoButton(decision, page),
  }
}

/**
 * The decision by which this member of staff has put the person on the list within the last ten seconds: without the
 * script a browser sends a form as often as its button is pressed. Undefined without one.
 */
async function justDecidedAdmission(staff: Staff, course: string, email: string) {
  const { list } = await waitingListOf(staff, course)
  const index = list.findIndex((row) => row.email === normalEmail(email))
  const [recent] = await recentDecisions(staff, 'admit', { enrolments: [list[index]?.id ?? ''] })
  if (!recent) return undefined
  const person = await personWithEmail(staff, email)
  return { decision: recent.decision, position: index + 1, person }
}

/** The answer for an unknown e-mail. If a name was typed instead, it proposes people with this name. */
async function answerUnknownPerson(staff: Staff, email: string) {
  const people = await suggestPeople(staff, email)
  const sentence = people.length > 0 ? 'Scegli una delle persone trovate' : 'Utente non trovato'
  const newPersonPage = href('/admin/people/nuova') + queryWith('', { email })
  return { email, errors: { email: sentence }, people, newPersonPage }
}

type Result = {
  email?: string
  errors?: FieldErrors
  refused?: EnrolmentRefused
  people?: Awaited<ReturnType<typeof suggestPeople>>
  newPersonPage?: string
}

export default function PutOnListScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, undoMinutes } = loaderData
  const result: Result = actionData ?? {}
  const page = waitingListPage(course.id)
  const refused = result.refused?.refusal === 'seats-free' ? result.refused : loaderData.refused
  return (
    <Dialog title={TITLE} closeTo={page}>
      <PageHead title={TITLE} noindex error={hasErrors(actionData)} />
      {refused ? (
        <ListRefusal refused={refused} course={course.id} page={page} />
      ) : (
        <Form
          method="post"
          action={href('/admin/courses/:course/lista-attesa/aggiungi', { course: course.id })}
          className="form"
          noValidate
          preventScrollReset
        >
          <ErrorSummary result={actionData} errors={result.errors} />
          <p>
            <b>{course.title}</b> <small className="quiet">{editionLine(course)}</small>
          </p>
          <PersonField
            email={result.email ?? ''}
            people={result.people ?? []}
            error={result.errors?.email}
            newPersonPage={result.newPersonPage}
          />
          <p className="hint">
            Va in fondo alla lista, già ammessa: quando tocca a lei il posto le viene offerto. Riceve un’email
            {undoPeriodInWords(undoMinutes)}.
          </p>
          <QuestionActions back={page} stay="Chiudi" preventScrollReset busy="Un momento...">
            Metti in lista
          </QuestionActions>
        </Form>
      )}
    </Dialog>
  )
}

/** Says why nobody can be put on this list, with a link to the direct enrolment if a seat is free. */
function ListRefusal({ refused, course, page }: { refused: EnrolmentRefused; course: string; page: string }) {
  return (
    <>
      <p>{explainEnrolmentRefusal(refused)}.</p>
      <div className="actions">
        {refused.refusal === 'seats-free' && (
          <Link className="button button-main" to={`${href('/admin/iscrivi')}?corso=${course}`}>
            Iscrivi una persona
          </Link>
        )}
        <Link className="button" to={page} preventScrollReset>
          Chiudi
        </Link>
      </div>
    </>
  )
}

import { data, href } from 'react-router'
import { suggestPeople } from '../../../accounts/queries.server'
import { EMAIL_MAX, normalEmail, type Staff } from '../../../accounts/rules'
import { staffFrom } from '../../../accounts/session/session.server'
import { courseFrom } from '../../../courses/office.queries.server'
import { asksForData, readForm } from '../../../http/form.server'
import { redirectWith, withErrorToast } from '../../../http/toasts.server'
import { withArticle } from '../../../italian/articles'
import { ordinal } from '../../../italian/numbers'
import { env } from '../../../runtime/env.server'
import { editionLine } from '../../../ui/edition'
import { ErrorSummary, type FormErrors } from '../../../ui/forms/error-summary'
import { QuestionDialog } from '../../../ui/overlays/question-dialog'
import { queryWith } from '../../../ui/query'
import type { Toast } from '../../../ui/toast'
import { undoPeriodInWords } from '../../decision.rules'
import { PersonField } from '../../direct/person-field'
import { explainEnrolmentRefusal } from '../../refusals.rules'
import { recentDecisions } from '../../review/queries.server'
import type { Refusal } from '../../rules'
import { undoButton } from '../../undo-toast.server'
import { waitingListPage } from '../../waiting-list.rules'
import { waitingListOf } from '../list.queries.server'
import { putOnList } from '../office.commands.server'
import type { Route } from './+types/put-on-list.screen'

const TITLE = 'Metti in lista una persona'

export async function loader({ params, context }: Route.LoaderArgs) {
  const course = await courseFrom(context, params.course)
  if (!course) throw data(null, { status: 404 })
  const { id, title, startDate, place } = course
  return { course: { id, title, startDate, place }, undoMinutes: env.undoMinutes }
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
      const { list } = await waitingListOf(staff, course.id)
      const index = list.findIndex((row) => row.email === normalEmail(email))
      const person = list[index]
      const toast = (decision: string, tone: Toast['tone']): Toast => ({
        tone,
        title: 'Messa in lista d’attesa',
        ...(person && { description: `${person.name}, ${withArticle('al', ordinal(index + 1))} posto` }),
        ...undoButton(decision, page),
      })
      if (outcome.ok) return redirectWith(page, toast(outcome.decision, 'success'))
      // Without the script a browser sends a form as often as its button is pressed.
      const mayBeRepeated = outcome.refusal === 'admitted' && !asksForData(request)
      const enrolments = mayBeRepeated && person ? [person.id] : []
      const [recent] = await recentDecisions(staff, 'admit', { enrolments })
      if (recent) return redirectWith(page, toast(recent.decision, 'neutral'))
      if (outcome.refusal === 'unknown-person')
        return data(await answerUnknownPerson(staff, email), { status: 400 })
      const sentence = explainEnrolmentRefusal(outcome)
      const isAboutPerson = REFUSALS_ABOUT_PERSON.includes(outcome.refusal)
      return data(
        { email, ...(isAboutPerson ? { errors: { email: sentence } } : { problem: sentence }) },
        { status: 409 },
      )
    },
    { email },
  )
}

/** Refusals that another person may not meet, and so concern the field for the person. */
const REFUSALS_ABOUT_PERSON: readonly Refusal[] = ['same-course', 'admitted', 'rejection-open']

/** The answer for an unknown e-mail. If a name was typed instead, it proposes people with this name. */
async function answerUnknownPerson(staff: Staff, email: string) {
  const people = await suggestPeople(staff, email)
  const sentence = people.length > 0 ? 'Scegli una delle persone trovate' : 'Utente non trovato'
  const newPersonPage = href('/admin/people/nuova') + queryWith('', { email })
  return { email, errors: { email: sentence }, people, newPersonPage }
}

type Result = FormErrors & {
  email?: string
  people?: Awaited<ReturnType<typeof suggestPeople>>
  newPersonPage?: string
}

export default function PutOnListScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, undoMinutes } = loaderData
  const result: Result = actionData ?? {}
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={waitingListPage(course.id)}
      action={href('/admin/courses/:course/lista-attesa/aggiungi', { course: course.id })}
      noValidate
      busy="Un momento..."
      button="Metti in lista"
    >
      <ErrorSummary result={actionData} />
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
    </QuestionDialog>
  )
}

import { data, href, Link, useLocation } from 'react-router'
import { email, profile } from '../accounts/fields'
import { personPage } from '../accounts/pages.rules'
import { ProfileFields, typedProfile } from '../accounts/profile/profile-fields'
import { personWithEmail } from '../accounts/queries.server'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { EMAIL_MAX, LINK_LIFETIMES, type Staff, UNCONFIRMED_DAYS } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import {
  type ChoosableCourse,
  chosenCourses,
  coursesToChoose,
} from '../enrolments/direct/enrol.queries.server'
import { ENROL_MOST, type EnrolOutcome } from '../enrolments/direct/rules'
import { undoButton } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { readOrRedirect, redirectWith, withErrorToast } from '../http/toasts.server'
import { editionLine } from '../ui/edition'
import { ErrorSummary, type FieldErrors, fieldErrors } from '../ui/forms/error-summary'
import { Field, Labelled } from '../ui/forms/field'
import { QuestionDialog } from '../ui/overlays/question-dialog'
import { queryWith } from '../ui/query'
import type { Toast } from '../ui/toast'
import type { Route } from './+types/new-person.screen'
import { invitePerson } from './invitation.commands.server'

const NewPerson = profile.extend({ email })

/** The parameters `email` and `corso` of the address fill the form in advance. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const chosenIds = url.searchParams.getAll('corso').slice(0, ENROL_MOST)
  const reading = coursesOfForm(staff, chosenIds)
  const courses = await readOrRedirect(href('/admin/people'), 'Impossibile caricare i dati', reading)
  const email = (url.searchParams.get('email') ?? '').replaceAll('\0', '').slice(0, EMAIL_MAX)
  return { ...courses, email }
}

/** Returns the courses of the form. `chosen`: those of `chosenIds`; `further`: others to choose from. */
async function coursesOfForm(staff: Staff, chosenIds: string[]) {
  const [choosable, chosen] = await Promise.all([coursesToChoose(staff), chosenCourses(staff, chosenIds)])
  return { chosen, further: choosable.filter(({ id }) => !chosen.some((course) => course.id === id)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const typed = NewPerson.safeParse(Object.fromEntries(form))
  const courses = form.getAll('course').map(String).filter(Boolean).slice(0, ENROL_MOST)
  const values = { ...typedProfile(form), email: String(form.get('email') ?? ''), courses }
  if (!typed.success) return data({ errors: fieldErrors(typed.error), values }, { status: 400 })
  const answer = async () => {
    const invited = await invitePerson(staff, typed.data)
    if (!invited.ok) {
      const knownPerson =
        invited.refusal === 'known-email' && (await personWithEmail(staff, typed.data.email))
      const errors = { email: explainAccountRefusal(invited) }
      return data({ errors, values, ...(knownPerson && { knownPerson }) }, { status: 409 })
    }
    const page = personPage(invited.id)
    const toast: Toast = {
      tone: 'success',
      title: 'Persona inserita',
      description: `${typed.data.email} riceve un link per scegliere la password.`,
    }
    if (courses.length === 0) return redirectWith(page, toast)
    const enrolled = await enrolPerson(staff, typed.data.email, courses)
    if (!enrolled.ok) return redirectWith(page, toast)
    const wasEnrolled = ({ outcome }: { outcome: EnrolOutcome }) => outcome === 'enrolled'
    const restoring = enrolled.decision && undoButton(enrolled.decision, page)
    if (enrolled.outcomes.every(wasEnrolled))
      return redirectWith(page, { ...toast, title: 'Persona inserita e iscritta', ...restoring })
    // The page of direct enrolment says why a course was left out, and asks about full ones.
    const idOf = ({ courseId }: { courseId: string }) => courseId
    const enrolledIds = enrolled.outcomes.filter(wasEnrolled).map(idOf)
    const otherIds = enrolled.outcomes.filter((outcome) => !wasEnrolled(outcome)).map(idOf)
    const query = queryWith('', { persona: invited.id, ora: enrolledIds, corso: otherIds })
    return redirectWith(href('/admin/iscrivi') + query, { ...toast, ...restoring })
  }
  return withErrorToast('Si è verificato un errore', answer, { values })
}

type Values = ReturnType<typeof typedProfile> & { email: string; courses: string[] }
type ActionResult = {
  errors?: FieldErrors
  values?: Values
  knownPerson?: { id: string; firstName: string; lastName: string }
  toasts?: Toast[]
}
const TITLE = 'Nuova persona'

export default function NewPersonScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { errors, values, knownPerson }: ActionResult = actionData ?? {}
  const { chosen, further } = loaderData
  const { search } = useLocation()
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={href('/admin/people')}
      action={href('/admin/people/nuova') + search}
      noValidate
      busy="Salvataggio..."
      button="Inserisci la persona"
    >
      <ErrorSummary result={actionData} errors={errors} />
      {knownPerson && (
        <p>
          <Link to={personPage(knownPerson.id)}>
            Apri la scheda di {knownPerson.firstName} {knownPerson.lastName}
          </Link>
        </p>
      )}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={EMAIL_MAX}
        required
        defaultValue={values?.email ?? loaderData.email}
        error={errors?.email}
      />
      <ProfileFields values={values ?? EMPTY_PROFILE} errors={errors} />
      {chosen.length > 1 ? (
        <div>
          <p>Iscrizione a:</p>
          <ul>
            {chosen.map((course) => (
              <li key={course.id}>
                {nameOf(course)}
                <input type="hidden" name="course" value={course.id} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <Labelled label="Iscrivi subito a un corso" name="course" optional>
          {(described) => (
            <select
              className="input"
              {...described}
              name="course"
              defaultValue={values ? values.courses[0] : chosen[0]?.id}
            >
              <option value="">Nessun corso</option>
              {[...chosen, ...further].map((course) => (
                <option key={course.id} value={course.id}>
                  {nameOf(course)}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      )}
      <p className="hint">
        Riceve un’email che spiega chi ha inserito i suoi dati, con un link per scegliere la password: vale{' '}
        {LINK_LIFETIMES.invitation.words}. Se non lo usa e non è iscritta a un corso, i dati si cancellano
        dopo {UNCONFIRMED_DAYS} giorni.
      </p>
    </QuestionDialog>
  )
}

const EMPTY_PROFILE = { firstName: '', lastName: '', phone: null, company: null }

const nameOf = (course: ChoosableCourse) => [course.title, editionLine(course)].filter(Boolean).join(', ')

import { data, href, Link } from 'react-router'
import { z } from 'zod'
import { email, profile } from '../accounts/fields'
import { NameFields } from '../accounts/profile/profile-fields'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { EMAIL_MAX, isToActivate, LINK_LIFETIMES, type Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey, courseFrom, courseOrRedirect } from '../courses/office.queries.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { invitePerson } from '../people/invitation.commands.server'
import { BackLink } from '../ui/back-link'
import { ErrorSummary, type FieldErrors, fieldErrors, hasErrors } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { errorToast, type Toast } from '../ui/toast'
import type { Route } from './+types/teachers.screen'
import { addTeacher, removeTeacher } from './commands.server'
import { teachersOf } from './queries.server'
import { explainTeacherRefusal } from './rules'
import './office-teachers.css'

const TeacherForm = z.object({ email })
const NewTeacherForm = profile.pick({ firstName: true, lastName: true }).extend({ email })

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const { id, title } = await courseOrRedirect(courseFrom(context, params.course), href('/admin'))
  return { course: { id, title }, teachers: await teachersOf(staff, id) }
}

const CHANGE_FAILED = 'Impossibile cambiare chi segna le presenze'

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const typed: RefusedForm =
    form.get('intent') === 'add' ? { values: valuesOf(form), needsName: form.has('firstName') } : {}
  const work = async () => {
    const course = await courseByKey(staff, params.course)
    if (!course) throw data(null, { status: 404 })
    const page = href('/admin/courses/:course/lezioni/docenti', { course: course.id })
    switch (form.get('intent')) {
      case 'add':
        return answerAddForm(staff, course.id, form, page)
      case 'remove': {
        const removed = await removeTeacher(staff, course.id, String(form.get('person') ?? ''))
        if (!removed.ok) return redirectWith(page, errorToast(explainTeacherRefusal(removed)))
        return redirectWith(page, {
          tone: 'success',
          title: `${removed.name} non segna più le presenze`,
          description: 'Quello che ha segnato resta.',
        })
      }
      default:
        throw data(null, { status: 400 })
    }
  }
  return withErrorToast(CHANGE_FAILED, work, typed)
}

/**
 * Adds a teacher. For a person without an account the form is shown again and asks for the name; with a name the person
 * is invited, then added.
 */
async function answerAddForm(staff: Staff, courseId: string, form: FormData, page: string) {
  const values = valuesOf(form)
  const showAgain = (errors: FieldErrors, status: number, needsName = form.has('firstName')) =>
    data<RefusedForm>({ values, errors, needsName }, { status })
  const typed = TeacherForm.safeParse(values)
  if (!typed.success) return showAgain(fieldErrors(typed.error), 400)
  const address = typed.data.email
  let added = await addTeacher(staff, courseId, address)
  let description = `Riceve un’email a ${address}.`
  if (!added.ok && added.refusal === 'unknown-person') {
    if (!form.has('firstName')) return showAgain({}, 409, true)
    const person = NewTeacherForm.safeParse(values)
    if (!person.success) return showAgain(fieldErrors(person.error), 400)
    const invited = await invitePerson(staff, { ...person.data, phone: null, company: null })
    if (!invited.ok) return showAgain({ email: explainAccountRefusal(invited) }, 409)
    description = `Riceve a ${address} un link per scegliere la password.`
    added = await addTeacher(staff, courseId, address)
  }
  if (!added.ok) return showAgain({ email: explainTeacherRefusal(added) }, 409)
  return redirectWith(page, {
    tone: 'success',
    title: `${added.name} può segnare le presenze`,
    description,
  })
}

/**
 * The form as it is shown again. `needsName`: no account has the e-mail, so the form asks for the name too; `toasts`:
 * after a fault.
 */
type RefusedForm = {
  values?: ReturnType<typeof valuesOf>
  errors?: FieldErrors
  needsName?: boolean
  toasts?: Toast[]
}

function valuesOf(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  return { email: text('email'), firstName: text('firstName'), lastName: text('lastName') }
}

const TITLE = 'Chi può segnare le presenze'

export default function TeachersScreen({
  loaderData: { course, teachers },
  actionData,
}: Route.ComponentProps) {
  const result: RefusedForm | undefined = actionData
  return (
    <section className="office-teachers" aria-labelledby="docenti">
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={`${TITLE}: ${course.title}`} noindex error={result?.needsName || hasErrors(result)} />
      <BackLink to={href('/admin/courses/:course/lezioni', { course: course.id })}>Tutte le lezioni</BackLink>
      <h3 id="docenti">{TITLE}</h3>
      <p>
        La segreteria, sempre, e le persone di questo elenco: in «Le mie lezioni» trovano il registro e il
        foglio firme delle lezioni di questa edizione, con i soli nomi di chi partecipa. I docenti che il sito
        mostra si scrivono nella Scheda.
      </p>
      {teachers.length > 0 && (
        <ul className="office-teachers-list">
          {teachers.map((teacher) => (
            <TeacherLine key={teacher.id} course={course.id} teacher={teacher} />
          ))}
        </ul>
      )}
      {/* After a success the key changes, so that the form is empty again. */}
      <AddTeacherForm key={teachers.length} result={result} />
    </section>
  )
}

function TeacherLine({
  course,
  teacher,
}: {
  course: string
  teacher: Awaited<ReturnType<typeof teachersOf>>[number]
}) {
  const { id, firstName, lastName, email, emailVerified, addedAt, addedBy } = teacher
  const name = `${firstName} ${lastName}`
  const addition = `${withArticle('dal', formatDate(addedAt, 'd MMMM yyyy'))}, ${addedBy ?? 'utente eliminato'}`
  const missingStep = isToActivate(teacher)
    ? 'non ha ancora scelto la password'
    : !emailVerified && 'non ha ancora confermato l’indirizzo'
  return (
    <li>
      <p>
        <b>
          <Link to={href('/admin/people/:person', { person: id })}>{name}</Link>
        </b>
        <small>{[email, addition, missingStep].filter(Boolean).join(' · ')}</small>
      </p>
      <Form
        method="post"
        action={href('/admin/courses/:course/lezioni/docenti', { course })}
        preventScrollReset
      >
        <input type="hidden" name="person" value={id} />
        <Submit
          className="button button-small"
          name="intent"
          value="remove"
          busy="Tolgo..."
          aria-label={`Togli ${name}`}
        >
          Togli
        </Submit>
      </Form>
    </li>
  )
}

function AddTeacherForm({ result }: { result: RefusedForm | undefined }) {
  const { values, errors, needsName, toasts } = result ?? {}
  return (
    <Form method="post" className="form" noValidate preventScrollReset>
      <ErrorSummary
        result={result}
        errors={errors}
        // After a fault the person may have been invited already.
        problem={
          needsName && !toasts
            ? 'Nessuno ha un account con questa email: scrivi nome e cognome, e riceve un invito'
            : undefined
        }
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        required
        maxLength={EMAIL_MAX}
        defaultValue={values?.email}
        error={errors?.email}
        hint={
          needsName
            ? `L’invito porta un link per scegliere la password: vale ${LINK_LIFETIMES.invitation.words}.`
            : 'Chi non ha un account riceve un invito.'
        }
      />
      {needsName && <NameFields values={values} errors={errors} />}
      <div className="actions">
        <Submit className="button button-main" name="intent" value="add" busy="Un momento...">
          {needsName ? 'Invita e aggiungi' : 'Aggiungi'}
        </Submit>
      </div>
    </Form>
  )
}

import { data, href, Link } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey, courseFrom, courseOrList } from '../../courses/office.queries.server'
import { pageBelow } from '../../courses/table/rules'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatCount, formatHours } from '../../italian/numbers'
import { formatTimes } from '../../italian/times'
import { capitalize } from '../../italian/words'
import { today } from '../../runtime/clock'
import { Toasts } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import { errorToast, type Toast } from '../../ui/toast'
import type { Route } from './+types/register.screen'
import { ClosedRegister } from './closed-register'
import {
  closeRegister,
  emptyRegister,
  markAttendance,
  markEverybody,
  reopenRegister,
} from './commands.server'
import { readMarks, replacedInWords } from './form.server'
import { MarkedPeople } from './marked-people'
import { registerOf, registerPeople } from './queries.server'
import { RegisterForm } from './register-form'
import { explainRegister, mayMarkAttendance, planOf, type RegisterResult } from './rules'
import './register.css'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOrList(courseFrom(context, params.course), pageBelow(url.search))
  const { id, title, teachers, attendanceThreshold } = course
  const register = await registerOf(staff, id, params.lesson)
  if (!register) throw data(null, { status: 404 })
  const { lesson, lessons, place, before, after } = register
  const allowed = mayMarkAttendance(course, lesson, today())
  return {
    course: { id, title, teachers: teachers.map(({ name }) => name) },
    lesson,
    place,
    beside: { before: before?.number ?? null, after: after?.number ?? null },
    refusal: allowed.ok ? null : allowed.refusal,
    people: await registerPeople(staff, id, lesson.number),
    plan: planOf(lessons, attendanceThreshold),
    isToEmpty: url.searchParams.has('svuota'),
  }
}

const FAILED = 'Impossibile salvare il registro'

/** Without a script all rows are saved at once; with one, the buttons alone are pressed here. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  return withErrorToast(FAILED, async () => {
    const course = await courseByKey(staff, params.course)
    const register = course && (await registerOf(staff, course.id, params.lesson))
    if (!course || !register) throw data(null, { status: 404 })
    const number = register.lesson.number
    const back = (toast: Toast) =>
      redirectWith(
        href('/admin/courses/:course/lezioni/:lesson', { course: params.course, lesson: params.lesson }),
        toast,
      )
    const refuse = (refused: Parameters<typeof explainRegister>[0]) =>
      back(errorToast(`${FAILED}: ${explainRegister(refused)}`))

    const { marks, errors, rows } = readMarks(form, register.lesson)
    if (Object.keys(errors).length > 0) return data<RegisterResult>({ rows, errors }, { status: 400 })
    let notes: string[] = []
    if (marks.length > 0) {
      const marked = await markAttendance(staff, course.id, number, marks)
      if (!marked.ok)
        return data(
          { rows, errors, toasts: [errorToast(`${FAILED}: ${explainRegister(marked)}`)] },
          { status: 409 },
        )
      notes = replacedInWords(marked.replaced, register.lesson)
    }
    switch (form.get('intent')) {
      case 'everybody': {
        const marked = await markEverybody(staff, course.id, number)
        if (!marked.ok) return refuse(marked)
        return back(done(`Segnati presenti: ${formatCount(marked.marked, 'persona', 'persone')}`))
      }
      case 'close': {
        const closed = await closeRegister(staff, course.id, number)
        return closed.ok ? back(done('Registro chiuso')) : refuse(closed)
      }
      case 'reopen': {
        const opened = await reopenRegister(staff, course.id, number, String(form.get('reason') ?? ''))
        return opened.ok ? back(done('Registro riaperto')) : refuse(opened)
      }
      case 'empty': {
        const emptied = await emptyRegister(staff, course.id, number)
        return emptied.ok ? back(done('Registro svuotato')) : refuse(emptied)
      }
      default:
        return back({
          ...done('Registro salvato'),
          ...(notes.length > 0 && { description: notes.join(' ') }),
        })
    }
  })
}

const done = (title: string): Toast => ({ tone: 'success', title })

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { course, lesson, place, beside, refusal, people, plan, isToEmpty } = loaderData
  const result: (Partial<RegisterResult> & { toasts?: Toast[] }) | undefined = actionData
  const day = capitalize(formatDate(lesson.startDate, 'EEEE d MMMM'))
  const lessonPage = (number: number) =>
    href('/admin/courses/:course/lezioni/:lesson', { course: course.id, lesson: String(number) })
  const facts = [
    formatTimes(lesson.startTime, lesson.endTime),
    lesson.hours ? formatHours(lesson.hours) : '',
    course.teachers.join(', '),
  ].filter(Boolean)
  // Emptied by its own button: nothing that the form knew holds any more.
  const revision = people.some(({ mark }) => mark) ? 'marked' : 'empty'
  const enrolled = people.filter(({ isEnrolled }) => isEnrolled)
  const marked = enrolled.filter(({ mark }) => mark !== null).length
  return (
    <section className="register" aria-labelledby="registro">
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={`Registro, lezione ${place}: ${course.title}`} noindex />
      <p className="register-ways">
        <Link className="link" to={href('/admin/courses/:course/lezioni', { course: course.id })}>
          Tutte le lezioni
        </Link>
        {beside.before !== null && (
          <Link className="link" to={lessonPage(beside.before)}>
            Lezione {place - 1}
          </Link>
        )}
        {beside.after !== null && (
          <Link className="link" to={lessonPage(beside.after)}>
            Lezione {place + 1}
          </Link>
        )}
      </p>
      <div className="register-head">
        <div>
          <h3 id="registro">{[day, lesson.topic].filter(Boolean).join(', ')}</h3>
          <p className="num">
            {facts.join(' · ')}
            {facts.length > 0 && ' · '}
            <b className={lesson.closedAt ? 'register-closed' : 'register-open'}>
              {lesson.closedAt
                ? `Registro chiuso ${withArticle('il', formatDate(lesson.closedAt, 'd MMMM'))}`
                : refusal === 'early'
                  ? 'Registro da aprire'
                  : 'Registro aperto'}
            </b>
          </p>
          {lesson.reopenReason && <p className="quiet">Riaperto: {lesson.reopenReason}</p>}
        </div>
        {lesson.closedAt && <MarkedPeople marked={marked} people={enrolled.length} />}
      </div>
      {lesson.closedAt ? (
        <ClosedRegister people={people} lesson={lesson} plan={plan} />
      ) : refusal ? (
        <NotYet course={course.id} lesson={lesson} refusal={refusal} />
      ) : (
        <RegisterForm
          key={`${lesson.number} ${revision}`}
          course={course.id}
          lesson={lesson}
          people={people}
          plan={plan}
          result={result?.rows && result.errors ? { rows: result.rows, errors: result.errors } : undefined}
          isToEmpty={isToEmpty}
        />
      )}
    </section>
  )
}

/** Why nobody can be marked, and what can be done instead. */
function NotYet({
  course,
  lesson: { number, startDate },
  refusal,
}: {
  course: string
  lesson: { number: number; startDate: string }
  refusal: Parameters<typeof explainRegister>[0]['refusal']
}) {
  const sheet = `${href('/admin/courses/:course/iscritti/firme', { course })}?lezione=${number}`
  if (refusal === 'no-hours')
    return (
      <div className="register-not-yet">
        <p>Scrivi le ore di questa lezione: il registro conta con quelle.</p>
        <Link className="button" to={`${href('/admin/courses/:course', { course })}#sessions`}>
          Scrivi le ore
        </Link>
      </div>
    )
  if (refusal === 'early')
    return (
      <div className="register-not-yet">
        <p>Si apre {formatDate(startDate, 'EEEE d MMMM')}, il giorno della lezione.</p>
        <Link className="button" to={sheet}>
          Foglio firme
        </Link>
      </div>
    )
  return <p className="register-not-yet">{capitalize(explainRegister({ refusal }))}.</p>
}

import { data, href, Link } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey, courseFrom, courseOrRedirect } from '../courses/office.queries.server'
import { nextLesson } from '../courses/phase.rules'
import { explainCourseRefusal } from '../courses/refusals.rules'
import { isAtOwnPace } from '../courses/rules'
import { courseTablePage } from '../courses/table/rules'
import { AttendanceGrid } from '../enrolments/attendance/attendance-grid'
import { attendanceGrid, lessonsWithRegister } from '../enrolments/attendance/queries.server'
import { attendanceRequirement } from '../enrolments/attendance/rules'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatHours } from '../italian/numbers'
import { spanOf } from '../parsing/sessions.rules'
import { today } from '../runtime/clock'
import { hasErrors } from '../ui/forms/error-summary'
import { loadAfterConflict } from '../ui/forms/load-after-conflict'
import { Icon } from '../ui/icon'
import { More } from '../ui/overlays/more'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { TableHead } from '../ui/tables/table-head'
import { errorToast, type Toast } from '../ui/toast'
import type { Route } from './+types/lessons.screen'
import type { LessonResult } from './lesson-form'
import { LessonRow, lessonAnchor, lessonColumns } from './lesson-row'
import { changeLesson } from './lessons.commands.server'
import { type LessonText, readLesson, writeLesson } from './lessons.rules'
import { enrolmentsIn, PARTICIPANT_STATES } from './queries.server'
import './lessons.css'

/** Loads the lessons of an edition. `?lezione`: number of the lesson whose form is open. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOrRedirect(courseFrom(context, params.course), courseTablePage(url.search))
  const { id } = course
  const wanted = url.searchParams.get('lezione')
  const openLesson = course.sessions.find(({ number }) => String(number) === wanted)?.number
  const registers = await lessonsWithRegister(staff, id)
  const isMarked = registers.some(({ markedCount }) => markedCount > 0)
  return {
    course,
    openLesson,
    participants: openLesson === undefined ? 0 : (await enrolmentsIn(staff, id, PARTICIPANT_STATES)).length,
    today: today(),
    registers,
    grid: isMarked ? await attendanceGrid(staff, id) : [],
    requirement: attendanceRequirement(registers, course.attendanceThreshold),
  }
}

const FAILED = 'Impossibile salvare la lezione'

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const number = Number(url.searchParams.get('lezione'))
  const participants = Number(form.get('participants'))
  const notify = form.has('notify') || form.get('participants') === '0'
  const [text, before] = [lessonTextFrom(form), lessonTextFrom(form, 'Before')]
  const answer = async () => {
    const course = await courseByKey(staff, params.course)
    if (!course) throw data(null, { status: 404 })
    const redirectBack = (toast: Toast) =>
      redirectWith(
        `${href('/admin/courses/:course/lezioni', { course: course.id })}#${lessonAnchor(number)}`,
        toast,
      )
    const { lesson, errors } = readLesson(text)
    if (Object.keys(errors).length > 0)
      return data<LessonResult>({ text, before, notify, errors }, { status: 400 })
    const lessonBefore = readLesson(before).lesson
    const changed = await changeLesson(staff, course.id, number, {
      lesson,
      before: lessonBefore,
      ...(notify && { notifyAtMost: participants }),
    })
    if (changed.ok)
      return redirectBack({ tone: 'success', title: 'Lezione aggiornata', description: changed.note })
    const problem = `${FAILED}: ${explainCourseRefusal(changed)}`
    if (changed.refusal === 'changed')
      return data<LessonResult>({ text, before, notify, problem }, { status: 409 })
    if (changed.refusal !== 'stale') return redirectBack(errorToast(problem))
    const { sessions = [] } = (await courseByKey(staff, course.id)) ?? {}
    const stored = writeLesson(sessions.find((session) => session.number === number) ?? {})
    return data<LessonResult>(
      { text, before: stored, notify, problem: `${problem}. ${storedInWords(stored)}` },
      { status: 409 },
    )
  }
  return withErrorToast(FAILED, answer, { text, before, notify } satisfies LessonResult)
}

/**
 * The fields of a lesson in a form. `suffix`: ends the names of the hidden fields with the text the form began with.
 */
function lessonTextFrom(form: FormData, suffix = ''): LessonText {
  const field = (name: keyof LessonText) => String(form.get(name + suffix) ?? '').replaceAll('\0', '')
  return { topic: field('topic'), place: field('place'), link: field('link') }
}

function storedInWords({ topic, place, link }: LessonText): string {
  const words = [topic, place, link].filter(Boolean).join(', ')
  return words ? `Adesso c’è scritto: ${words}` : 'Adesso non c’è scritto niente'
}

export const shouldRevalidate = loadAfterConflict

export default function LessonsScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, openLesson, participants, today } = loaderData
  const { sessions } = course
  const result: (Partial<LessonResult> & { toasts?: Toast[] }) | undefined = actionData
  const registerOfLesson = new Map(loaderData.registers.map((register) => [register.number, register]))
  const columns = lessonColumns(sessions, loaderData.grid.length > 0)
  const next = nextLesson(sessions, today)
  const { totalHours } = spanOf(sessions)
  const summary = [
    totalHours && `${formatHours(totalHours)} in tutto`,
    sessions.length > 0 && !columns.includes('Dove') && course.location,
  ]
  const datesPage = `${href('/admin/courses/:course', { course: course.id })}#sessions`
  return (
    <section aria-labelledby="lezioni">
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={`Lezioni: ${course.title}`} noindex error={hasErrors(result)} />
      <div className="admin-head lessons-head">
        <h3 id="lezioni">Lezioni</h3>
        <p className="quiet">{summary.filter(Boolean).join(' · ')}</p>
        <div className="actions">
          <Link className="button" to={datesPage}>
            <Icon name="edit" /> Cambia le date
          </Link>
          <More of="lezioni e registro">
            <Link to={href('/admin/courses/:course/lezioni/docenti', { course: course.id })}>
              Chi segna le presenze
            </Link>
            <a href={href('/admin/courses/:course/lezioni/registro-in-bianco.pdf', { course: course.id })}>
              Stampa il registro in bianco
            </a>
            {loaderData.registers.some(({ closedAt }) => closedAt) && (
              <a href={href('/admin/courses/:course/lezioni/registro.pdf', { course: course.id })}>
                Stampa il registro delle lezioni chiuse
              </a>
            )}
          </More>
        </div>
      </div>
      {sessions.length === 0 ? (
        <p className="lead">
          {isAtOwnPace(course)
            ? 'Le lezioni si seguono quando si vuole.'
            : 'Le date non sono ancora scritte.'}
        </p>
      ) : (
        <table className="table dense stack lessons">
          <TableHead columns={['Quando', ...columns, 'Registro']} hidden="Azioni" />
          <tbody>
            {sessions.map((session) => (
              <LessonRow
                key={session.number}
                course={course}
                columns={columns}
                session={session}
                register={registerOfLesson.get(session.number) ?? { ...session, ...NO_REGISTER }}
                isNext={session === next}
                today={today}
                form={
                  session.number === openLesson
                    ? { participants, result: result?.text ? (result as LessonResult) : undefined }
                    : undefined
                }
              />
            ))}
          </tbody>
        </table>
      )}
      {loaderData.grid.length > 0 && (
        <AttendanceGrid
          people={loaderData.grid}
          lessons={loaderData.registers}
          requirement={loaderData.requirement}
        />
      )}
    </section>
  )
}

/** Stands for the register of a session that was added between the two queries of the page. */
const NO_REGISTER = { markedCount: 0, presentCount: 0, closedAt: null }

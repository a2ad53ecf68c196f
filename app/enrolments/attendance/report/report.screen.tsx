import { data, href, Link } from 'react-router'
import { staffFrom } from '../../../accounts/session/session.server'
import { courseFrom, courseOrRedirect } from '../../../courses/office.queries.server'
import { courseTablePage } from '../../../courses/table/rules'
import { isPlainForm, readForm } from '../../../http/form.server'
import { redirectWith, withErrorToast } from '../../../http/toasts.server'
import { formatDate } from '../../../italian/dates'
import { formatCount } from '../../../italian/numbers'
import { formatTimes } from '../../../italian/times'
import { capitalize } from '../../../italian/words'
import { today } from '../../../runtime/clock'
import { readUploads, SHOWN_TEXT_LIMIT } from '../../../storage/uploads.server'
import { hasErrors } from '../../../ui/forms/error-summary'
import { useLastAnswer } from '../../../ui/forms/last-answer'
import { Toasts } from '../../../ui/overlays/toasts'
import { PageHead } from '../../../ui/page-head'
import { errorToast, type Toast } from '../../../ui/toast'
import { markAttendance } from '../commands.server'
import { registerOr404 } from '../form.server'
import { peopleWithMarks, registerOf } from '../queries.server'
import { explainRegisterRefusal, mayMarkAttendance } from '../rules'
import type { Route } from './+types/report.screen'
import {
  decodeReport,
  REPORT_FILE_LIMIT,
  type ReportZone,
  readReport,
  reportZoneFrom,
  TOO_LONG,
} from './reader.rules'
import { ReportForm } from './report-form'
import { ReportRows } from './report-rows'
import { type ResolvedReport, reportChoicesFrom, resolveReport } from './rules'
import './report.css'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOrRedirect(courseFrom(context, params.course), courseTablePage(url.search))
  const register = await registerOf(staff, course.id, params.lesson)
  if (!register) throw data(null, { status: 404 })
  const { lesson, position } = register
  const allowed = mayMarkAttendance(course, lesson, today())
  return {
    course: { id: course.id, title: course.title },
    lesson,
    position,
    problem: allowed.ok ? null : explainRegisterRefusal(allowed),
  }
}

/** What the page shows after a report was sent. `resolved`: what it would write, if it could be read. */
type ReportResult = {
  text: string
  zone: ReportZone | null
  errors?: Record<string, string>
  resolved?: ResolvedReport
  toasts?: Toast[]
}

const FAILED = 'Impossibile registrare il report'

/**
 * The intent 'read' shows which marks a report would write, 'register' writes them; both send the text of the report.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const { form, text, source, problem } = await reportFrom(request)
  const sent: ReportResult = { text, zone: reportZoneFrom(form.get('zone')) }
  const refuse = (errors: Record<string, string>, status = 400) =>
    data<ReportResult>({ ...sent, errors }, { status })
  if (problem) return refuse({ [source]: problem })
  const work = async () => {
    const { course, lesson } = await registerOr404(staff, params)
    const allowed = mayMarkAttendance(course, lesson, today())
    if (!allowed.ok) return refuse({ [source]: capitalize(explainRegisterRefusal(allowed)) }, 409)
    const { report, problems } = readReport(text, lesson, sent.zone)
    if (problems) return refuse({ [source]: problems.join('. ') })
    const people = await peopleWithMarks(staff, course.id, lesson.number)
    const isRegistering = form.get('intent') === 'register'
    const { resolved, marks, errors } = resolveReport(
      report,
      people.filter(({ isEnrolled }) => isEnrolled),
      lesson,
      isRegistering ? reportChoicesFrom(form) : null,
    )
    sent.resolved = resolved
    if (!isRegistering) return data<ReportResult>(sent)
    if (Object.keys(errors).length > 0) return refuse(errors)
    const marked = await markAttendance(staff, course.id, lesson.number, marks)
    if (!marked.ok)
      return data<ReportResult>(
        { ...sent, toasts: [errorToast(`${FAILED}: ${explainRegisterRefusal(marked)}`)] },
        { status: 409 },
      )
    const address = { course: params.course, lesson: params.lesson }
    return redirectWith(href('/admin/courses/:course/lezioni/:lesson', address), {
      tone: 'success',
      title: `Dal report: ${formatCount(marks.length, 'presenza registrata', 'presenze registrate')}`,
    })
  }
  return withErrorToast(FAILED, work, sent)
}

type SentReport = { form: FormData; text: string; source: 'file' | 'text'; problem?: string }

/**
 * The form with the text of the report, from the file if there is one, else from the pasted rows. `source`: the field
 * that a problem concerns; `problem`: why file or rows are refused.
 */
async function reportFrom(request: Request): Promise<SentReport> {
  if (isPlainForm(request)) {
    const form = await readForm(request)
    return { form, text: String(form.get('text') ?? ''), source: 'text' }
  }
  const { fields, files, problem } = await readUploads(request, {
    maxFiles: 1,
    maxFileSize: REPORT_FILE_LIMIT,
    maxText: Number.POSITIVE_INFINITY,
  })
  const pasted = String(fields.get('text') ?? '')
  const text = pasted.length > SHOWN_TEXT_LIMIT ? '' : pasted
  const sent = { form: fields, text, source: pasted.trim() ? ('text' as const) : ('file' as const) }
  if (problem)
    return { ...sent, source: 'file', problem: problem === 'too-many' ? 'Scegli un solo file' : TOO_LONG }
  const [file] = files
  if (file) return { ...sent, source: 'file', ...decodeReport(file.bytes) }
  return text === pasted ? sent : { ...sent, problem: TOO_LONG }
}

export default function ReportScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, lesson, position, problem } = loaderData
  const result: Partial<ReportResult> | undefined = actionData
  const reading = useLastAnswer(result?.resolved && result, loaderData)
  const { text = '', zone = null } = result && 'text' in result ? result : (reading ?? {})
  const address = { course: course.id, lesson: String(lesson.number) }
  const facts = [
    capitalize(formatDate(lesson.startDate, 'EEEE d MMMM')),
    formatTimes(lesson.startTime, lesson.endTime),
    lesson.topic,
  ]
  return (
    <section className="report" aria-labelledby="report">
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={`Report, lezione ${position}: ${course.title}`} noindex error={hasErrors(result)} />
      <p>
        <Link className="link" to={href('/admin/courses/:course/lezioni/:lesson', address)}>
          Registro della lezione {position}
        </Link>
      </p>
      <h3 id="report">Registra da un report</h3>
      <p className="quiet">{facts.filter(Boolean).join(' · ')}</p>
      {problem ? (
        <p className="register-not-yet">{capitalize(problem)}.</p>
      ) : (
        <>
          {reading?.resolved && (
            <ReportRows
              key={JSON.stringify(reading.resolved)}
              lesson={lesson}
              resolved={reading.resolved}
              text={reading.text ?? ''}
              zone={reading.zone ?? null}
              errors={reading.errors ?? {}}
              result={reading}
            />
          )}
          <ReportForm
            text={text}
            zone={zone}
            errors={result?.resolved ? {} : (result?.errors ?? {})}
            result={result}
            isFolded={reading !== undefined}
          />
        </>
      )}
    </section>
  )
}

import { href, useLocation } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey, courseOr404 } from '../courses/office.queries.server'
import { type CourseRefusal, explainCourseRefusal } from '../courses/refusals.rules'
import { courseTablePage, courseTableQuery } from '../courses/table/rules'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { editionLine, withEdition } from '../ui/edition'
import { QuestionDialog } from '../ui/overlays/question-dialog'
import { errorToast, restoreButton } from '../ui/toast'
import type { Route } from './+types/delete.screen'
import { archiveCourse } from './commands.server'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const page = courseTablePage(url.search)
  const course = await courseOr404(courseByKey(staffFrom(context), params.course), page)
  if (course.archivedAt) throw await redirectWith(page, refusalToast('already-archived'))
  const { title, startDate, place, peopleEnrolled } = course
  return { title, startDate, place, peopleEnrolled }
}

export async function action({ params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const page = courseTablePage(url.search)
  return withErrorToast(FAILED, async () => {
    const course = await courseByKey(staff, params.course)
    if (!course) return redirectWith(page, refusalToast('unknown'))
    const outcome = await archiveCourse(staff, course.id)
    if (!outcome.ok) return redirectWith(page, refusalToast(outcome.refusal))
    const restorePage = href('/admin/courses/:course/ripristina', { course: course.id })
    return redirectWith(page, {
      tone: 'success',
      title: 'Corso eliminato',
      description: withEdition(course),
      button: restoreButton(restorePage, { torna: page }),
    })
  })
}

const FAILED = 'Impossibile eliminare il corso'
const refusalToast = (refusal: CourseRefusal) => errorToast(`${FAILED}: ${explainCourseRefusal({ refusal })}`)

export default function DeleteCourse({ loaderData: course, params }: Route.ComponentProps) {
  const { title, peopleEnrolled } = course
  const { search } = useLocation()
  const page = courseTablePage(search)
  return (
    <QuestionDialog
      title="Sei sicuro di voler eliminare questo corso?"
      closeTo={page}
      stay="Tieni il corso"
      action={`${href('/admin/courses/:course/elimina', params)}${courseTableQuery(search)}`}
      busy="Eliminazione..."
      button="Elimina"
    >
      <p>
        <b>{title}</b>
        <br />
        <span className="quiet">{editionLine(course)}</span>
      </p>
      <p>
        Il corso esce dal catalogo e da questo elenco.{' '}
        {peopleEnrolled > 0 &&
          `${formatCount(peopleEnrolled, 'iscritto lo conserva nella sua', 'iscritti lo conservano nella loro')} area personale. `}
        Si può ripristinare subito dopo; più tardi lo fa un amministratore, dal Log Attività.
      </p>
    </QuestionDialog>
  )
}

import { Link, useLocation } from 'react-router'
import { adminFrom } from '../../accounts/session.server'
import { pageBelow, pageQuery } from '../admin/rules'
import type { Route } from './+types/course.screen'
import { updateCourse } from './commands.server'
import { answerCourseForm, courseOrList } from './course-form.server'
import { CourseFormPage } from './course-form-page'
import { readCourse, writeCourse } from './rules'

/** With `?pubblica` the errors that keep a draft from being published are shown. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const course = await courseOrList(adminFrom(context), params.course, pageBelow(url.search))
  const { id, version, pdfFilePath } = course
  const text = writeCourse(course)
  const start = { id, version, base: text, text }
  const publishing = course.draft && url.searchParams.has('pubblica')
  const { errors } = readCourse({ ...text, draft: false })
  const isWrong = publishing && Object.keys(errors).length > 0
  return { start, pdf: pdfFilePath, errors: isWrong ? errors : null }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  return answerCourseForm(admin, request, {
    isNew: false,
    page: pageBelow(url.search),
    save: ({ id, version, address }, course) => updateCourse(admin, id, course, { version, address }),
  })
}

export default function CourseScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { start, pdf, errors } = loaderData
  const query = pageQuery(useLocation().search)
  const unpublished = errors && { ...start, confirmed: [], carried: [], intent: 'publish' as const, errors }
  return (
    <CourseFormPage isNew={false} start={start} answer={actionData ?? unpublished ?? undefined} pdf={pdf}>
      <Link className="button button-dense" to={`/admin/courses/${start.id}/edizione${query}`}>
        Edizione
      </Link>
      <Link
        className="button button-dense"
        to={`/admin/courses/new?da=${start.id}${query.replace('?', '&')}`}
      >
        Nuova edizione
      </Link>
    </CourseFormPage>
  )
}

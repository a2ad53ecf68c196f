import { staffFrom } from '../accounts/session/session.server'
import { courseFrom, courseOrRedirect } from '../courses/office.queries.server'
import { courseTablePage } from '../courses/table/rules'
import { enrolmentsIn, PARTICIPANT_STATES } from '../editions/queries.server'
import type { Route } from './+types/course.screen'
import { updateCourse } from './commands.server'
import { answerCourseForm } from './course-form.server'
import { CourseFormPage } from './course-form-page'
import { readCourse, writeCourse } from './rules'

/** Loads the form of a course. `?pubblica`: with the errors that keep the draft from being published. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOrRedirect(courseFrom(context, params.course), courseTablePage(url.search))
  const { id, version, pdfFilePath } = course
  const text = writeCourse(course)
  const start = { id, version, base: text, text }
  const wantsToPublish = course.draft && url.searchParams.has('pubblica')
  const { errors } = readCourse({ ...text, draft: false })
  const showsErrors = wantsToPublish && Object.keys(errors).length > 0
  const participants = (await enrolmentsIn(staff, id, PARTICIPANT_STATES)).length
  return { start, brochurePath: pdfFilePath, errors: showsErrors ? errors : null, participants }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  return answerCourseForm(staff, request, {
    isNew: false,
    page: courseTablePage(url.search),
    async save({ id, version, address }, course, emails) {
      const saved = await updateCourse(staff, id, course, {
        version,
        address,
        ...(emails && { enqueueEmails: emails.send }),
      })
      return saved.ok && emails ? { ...saved, toastSentence: emails.sentence } : saved
    },
  })
}

export default function CourseScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { start, brochurePath, errors, participants } = loaderData
  const refusedPublication = errors && {
    ...start,
    confirmed: [],
    carried: [],
    notify: true,
    intent: 'publish' as const,
    errors,
  }
  return (
    <CourseFormPage
      isNew={false}
      start={start}
      result={actionData ?? refusedPublication ?? undefined}
      isAnswer={actionData !== undefined}
      brochurePath={brochurePath}
      participants={participants}
    />
  )
}

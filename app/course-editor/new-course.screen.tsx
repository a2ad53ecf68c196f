import type { Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey } from '../courses/office.queries.server'
import type { StoredCourse } from '../courses/queries.server'
import { courseTablePage } from '../courses/table/rules'
import type { Route } from './+types/new-course.screen'
import { createCourse, updateCourse } from './commands.server'
import type { SentForm } from './course-form'
import { answerCourseForm } from './course-form.server'
import { CourseFormPage } from './course-form-page'
import { CarriedFiles, FirstDate, FromOriginal } from './new-edition'
import { copyTopics } from './new-edition.rules'
import { copyFiles, formStart, newEditionForm } from './new-edition.server'
import { type CourseTyped, courseTextFrom } from './rules'

/** Loads an empty form; with `?da`, an id or slug, the form of a new edition of that course. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const originalKey = url.searchParams.get('da')
  if (originalKey) return newEditionForm(staff, originalKey, url)
  return { start: formStart(courseTextFrom(new FormData())), edition: null }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const originalKey = url.searchParams.get('da')
  return answerCourseForm(staff, request, {
    isNew: true,
    page: courseTablePage(url.search),
    async save(sent, course) {
      const original = originalKey ? await courseByKey(staff, originalKey) : undefined
      const sessions = copyTopics(course.sessions, original?.sessions ?? [])
      const saved = await createOrUpdate(staff, sent, { ...course, sessions }, original?.seriesId)
      return saved.ok && original ? copyFiles(staff, original.id, sent) : saved
    },
  })
}

/** Creates the course; if the form was sent before, changes the course that it created. */
async function createOrUpdate(
  staff: Staff,
  { id, version, address }: SentForm & { address: string },
  course: CourseTyped,
  seriesId: StoredCourse['seriesId'] | undefined,
) {
  const created = await createCourse(staff, course, { id, address, seriesId })
  const wasSentBefore = !created.ok && created.refusal === 'exists'
  return wasSentBefore ? updateCourse(staff, id, course, { version, address }) : created
}

export default function NewCourseScreen({ loaderData, actionData }: Route.ComponentProps) {
  if ('question' in loaderData) return <FirstDate {...loaderData.question} />
  const { start, edition } = loaderData
  return (
    <CourseFormPage
      isNew
      start={start}
      result={actionData}
      brochurePath={null}
      notice={edition && <FromOriginal {...edition.original} />}
      moreFields={
        edition && <CarriedFiles {...edition.files} carried={actionData?.carried ?? ['documents']} />
      }
    />
  )
}

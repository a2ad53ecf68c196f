import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import type { Admin } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { type Closure, holidaysBetween } from '../content/opening.server'
import { courseByKey, courseOrList } from '../courses/office.queries.server'
import type { StoredCourse } from '../courses/queries.server'
import { pageBelow } from '../courses/table/rules'
import { copyToEdition } from '../documents/course/edition.commands.server'
import { documentsOf } from '../documents/course/queries.server'
import { explainDocument } from '../documents/rules'
import { readDay } from '../parsing/dates.rules'
import type { Route } from './+types/new-course.screen'
import { createCourse, updateCourse } from './commands.server'
import type { SentForm } from './course-form'
import { answerCourseForm } from './course-form.server'
import { CourseFormPage } from './course-form-page'
import { Carry, FirstDate, FromOriginal } from './new-edition'
import { newEditionText, shifted } from './new-edition.rules'
import { type CourseTyped, courseTextFrom, writeCourse } from './rules'

/** `?da` names the original of a new edition, `?prima` the day of its first session, which is asked first. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const key = url.searchParams.get('da')
  if (!key) return { start: startOf(courseTextFrom(new FormData())), edition: null }
  const original = await courseOrList(admin, key, pageBelow(url.search))
  const { title, startDate, sessions } = original
  const typed = url.searchParams.get('prima')
  const read = readDay(typed ?? '')
  const isAsked = sessions.length > 0 && (typed === null || 'problem' in read)
  const wrong = 'problem' in read ? `La prima data: ${read.problem}` : undefined
  if (isAsked) return data({ question: { title, startDate, typed, wrong } }, { status: wrong ? 400 : 200 })

  const first = 'value' in read ? read.value : null
  const moved = first ? shifted(sessions, first) : []
  const holidays = moved.flatMap(({ startDate, endDate }) => holidaysBetween(startDate, endDate))
  const files = await documentsOf(admin, original.id)
  return {
    start: startOf(newEditionText(writeCourse(original), moved)),
    edition: {
      original: { title, dated: moved.length > 0, holidays: unique(holidays) },
      carried: { documents: files.length, brochure: original.pdfFilePath !== null },
    },
  }
}

/** The id of the form makes a repeated form one course. */
const startOf = (text: SentForm['text']) => ({ id: randomUUID(), version: 0, base: text, text })

const unique = (holidays: Closure[]) => [
  ...new Map(holidays.map((closure) => [closure.day, closure])).values(),
]

export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const key = url.searchParams.get('da')
  return answerCourseForm(admin, request, {
    isNew: true,
    page: pageBelow(url.search),
    async save(sent, course) {
      const original = key ? await courseByKey(admin, key) : undefined
      const saved = await create(admin, sent, course, original?.seriesId)
      if (!saved.ok || !original || sent.carried.length === 0) return saved
      const copied = await copyToEdition(admin, original.id, sent.id, sent.carried)
      const note = copied.ok ? inWords(copied) : undefined
      return copied.ok
        ? { ok: true, note: note }
        : { ok: false, problem: `${NOT_COPIED}: ${explainDocument(copied)}` }
    },
  })
}

const NOT_COPIED = 'Il corso è salvato, ma i file non sono stati copiati. Salva di nuovo, o togli la spunta'

/** A repeated form becomes a change of the course. */
async function create(
  admin: Admin,
  { id, version, address }: SentForm & { address: string },
  course: CourseTyped,
  seriesId: StoredCourse['seriesId'] | undefined,
) {
  const created = await createCourse(admin, course, { id, address, seriesId })
  const again = !created.ok && created.refusal === 'exists'
  return again ? updateCourse(admin, id, course, { version, address }) : created
}

function inWords({ documents, brochure }: { documents: number; brochure: boolean }): string | undefined {
  const files = [documents > 0 && `documenti: ${documents}`, brochure && 'brochure'].filter(Boolean)
  return files.length > 0 ? `Copiati: ${files.join(', ')}.` : undefined
}

export default function NewCourseScreen({ loaderData, actionData }: Route.ComponentProps) {
  if ('question' in loaderData) return <FirstDate {...loaderData.question} />
  const { start, edition } = loaderData
  return (
    <CourseFormPage
      isNew
      start={start}
      answer={actionData}
      pdf={null}
      notice={edition && <FromOriginal {...edition.original} />}
      more={
        edition
          ? () => <Carry {...edition.carried} chosen={actionData?.carried ?? ['documents']} />
          : undefined
      }
    />
  )
}

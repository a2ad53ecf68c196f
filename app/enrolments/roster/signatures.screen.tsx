import { href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey, courseOr404 } from '../../courses/office.queries.server'
import { loadSections } from '../../http/toasts.server'
import { formatDate } from '../../italian/dates'
import { today } from '../../runtime/clock'
import { PageHead } from '../../ui/page-head'
import { Chips } from '../../ui/tables/chips'
import { peopleToSign } from '../attendance/queries.server'
import type { Route } from './+types/signatures.screen'
import { PrintHead } from './print-head'
import { lessonToSign } from './rules'
import { SignInSheet } from './sign-in-sheet'

/** Loads the sheet for signatures of a lesson. `?lezione`: the number of the lesson; as in `lessonToSign`. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOr404(courseByKey(staff, params.course), href('/admin'))
  const { id, title, location, sessions, teachers } = course
  const lesson = lessonToSign(sessions, url.searchParams.get('lezione'), today())
  const { loadSection, respond } = loadSections()
  const people = await loadSection('Errore nel recuperare gli utenti', peopleToSign(staff, id), [])
  return respond({
    course: { id, title, location, teachers: teachers.map(({ name }) => name) },
    sessions,
    lesson,
    people,
  })
}

export default function Signatures({
  loaderData: { course, sessions, lesson, people },
}: Route.ComponentProps) {
  const title = `Foglio firme: ${course.title}`
  const pdfAddress = href('/admin/courses/:course/iscritti/firme.pdf', { course: course.id })
  return (
    <section className="admin-section" aria-labelledby="firme">
      <PageHead title={title} noindex />
      <PrintHead
        course={course.id}
        printed="Foglio firme"
        pdf={`${pdfAddress}${lesson ? `?lezione=${lesson.number}` : ''}`}
      />
      {sessions.length > 1 && (
        <div className="tools">
          <Chips
            label="Lezione"
            chips={sessions.map((session) => ({
              name: formatDate(session.startDate, 'd MMM'),
              to: `?lezione=${session.number}`,
              isChosen: session.number === lesson?.number,
            }))}
          />
        </div>
      )}
      <SignInSheet
        course={course}
        lesson={lesson}
        position={sessions.findIndex(({ number }) => number === lesson?.number) + 1}
        lessonCount={sessions.length}
        people={people}
      />
    </section>
  )
}

import { data, href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey } from '../../courses/office.queries.server'
import { lessonsOf } from '../../courses/phase.rules'
import type { StoredCourse } from '../../courses/queries.server'
import { loadSections, readOrRedirect } from '../../http/toasts.server'
import { formatDate } from '../../italian/dates'
import { formatTimes } from '../../italian/times'
import { today } from '../../runtime/clock'
import { PageHead } from '../../ui/page-head'
import { Chips } from '../../ui/tables/chips'
import type { Route } from './+types/signatures.screen'
import { PrintHead } from './print-head'
import { rosterToPrint } from './queries.server'
import './print.css'

/** `?lezione`: the number of the lesson that is signed for; else the next one, or the last. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const finding = courseByKey(staff, params.course)
  const course = await readOrRedirect(href('/admin'), 'Impossibile caricare il corso', finding)
  if (!course) throw data(null, { status: 404 })
  const { id, title, location, sessions, teachers } = course
  const number = url.searchParams.get('lezione')
  const lesson =
    sessions.find((session) => String(session.number) === number) ??
    sessions[lessonsOf(sessions, today()).done] ??
    sessions.at(-1)
  const { loadSection, respond } = loadSections()
  const people = await loadSection('Errore nel recuperare gli utenti', rosterToPrint(staff, id), [])
  return respond({
    course: { id, title, location, teachers: teachers.map(({ name }) => name) },
    sessions,
    lesson,
    people,
  })
}

type Lesson = StoredCourse['sessions'][number]

export default function Signatures({
  loaderData: { course, sessions, lesson, people },
}: Route.ComponentProps) {
  const title = `Foglio firme: ${course.title}`
  return (
    <section className="admin-row signatures" aria-labelledby="firme">
      <PageHead title={title} noindex />
      <PrintHead course={course.id} printed="firme" />
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
      <h2 id="firme">{course.title}</h2>
      <dl className="signatures-facts">
        <div>
          <dt>Lezione</dt>
          <dd>{lesson ? lessonInWords(lesson, sessions.length) : BLANK}</dd>
        </div>
        <div>
          <dt>Dove</dt>
          <dd>{lesson?.place ?? course.location ?? BLANK}</dd>
        </div>
        {lesson?.topic && (
          <div>
            <dt>Argomento</dt>
            <dd>{lesson.topic}</dd>
          </div>
        )}
        <div>
          <dt>Docente</dt>
          <dd>{course.teachers.join(', ') || BLANK}</dd>
        </div>
      </dl>
      {people.length === 0 ? (
        <p className="quiet">Nessun utente iscritto</p>
      ) : (
        <table className="table signatures-table unstacked-on-paper">
          <thead>
            <tr>
              <th scope="col">N.</th>
              <th scope="col">Cognome e nome</th>
              <th scope="col">Firma</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ id, firstName, lastName }, index) => (
              <tr key={id}>
                <td className="num">{index + 1}</td>
                <td>
                  <b>{lastName}</b> {firstName}
                </td>
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="signatures-end">Firma del docente</p>
    </section>
  )
}

/** A line to write on. */
const BLANK = <span className="signatures-blank" />

/** '2 di 5, sabato 30 gennaio 2027, 9:00-18:00' */
function lessonInWords({ number, startDate, startTime, endTime }: Lesson, all: number): string {
  const day = formatDate(startDate, 'EEEE d MMMM yyyy')
  return [`${number} di ${all}`, day, formatTimes(startTime, endTime)].filter(Boolean).join(', ')
}

import { formatDate } from '../../italian/dates'
import { Gauge } from '../../ui/gauges'
import type { attendanceGrid } from './queries.server'
import {
  type AttendanceRequirement,
  attendedInWords,
  PRESENCES,
  presenceOf,
  type RegisterLesson,
  thresholdInWords,
  thresholdStateOf,
} from './rules'
import './attendance-grid.css'

type Person = Awaited<ReturnType<typeof attendanceGrid>>[number]
type Lesson = RegisterLesson & { number: number }

const SIGNS = { present: '✓', partial: '½', absent: 'A' } as const

/** Who was in which lesson, and the hours of each person. It scrolls sideways in itself. */
export function AttendanceGrid({
  people,
  lessons,
  requirement,
}: {
  people: Person[]
  lessons: Lesson[]
  requirement: AttendanceRequirement
}) {
  return (
    <section className="attendance" aria-labelledby="chi-c-era">
      <div className="admin-head">
        <h3 id="chi-c-era">Chi c’era</h3>
        <p className="quiet">{thresholdInWords(requirement)}.</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only what has the focus */}
      <section className="attendance-scroll" aria-label="Presenze, lezione per lezione" tabIndex={0}>
        <table className="table dense attendance-grid">
          <thead>
            <tr>
              <th scope="col">Persona</th>
              {lessons.map(({ number, startDate }) => (
                <th key={number} scope="col" className="num">
                  {formatDate(startDate, 'd MMM')}
                </th>
              ))}
              <th scope="col">Ore</th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.id}>
                <th scope="row">
                  {person.lastName} {person.firstName}
                </th>
                {lessons.map((lesson) => (
                  <td key={lesson.number}>
                    <Sign minutes={person.minutes[lesson.number]} lesson={lesson} />
                  </td>
                ))}
                <td className="num">
                  {attendedInWords(person) || '–'}
                  <Threshold person={person} requirement={requirement} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="quiet attendance-legend">✓ presente · ½ in parte · A assente · vuoto: da segnare</p>
    </section>
  )
}

/** The sign of a person in a lesson. `minutes`: how long they were there; undefined without a mark. */
function Sign({ minutes, lesson }: { minutes: number | undefined; lesson: Lesson }) {
  if (minutes === undefined)
    return (
      <span className="attendance-sign">
        <span className="visually-hidden">Da segnare</span>
      </span>
    )
  const presence = presenceOf(minutes, lesson)
  return (
    <span className={`attendance-sign attendance-${presence}`}>
      <span aria-hidden="true">{SIGNS[presence]}</span>
      <span className="visually-hidden">{PRESENCES[presence]}</span>
    </span>
  )
}

/**
 * How much of the planned hours a person attended, with the threshold; nothing before their first mark, or while the
 * planned hours are not known.
 */
function Threshold({ person, requirement }: { person: Person; requirement: AttendanceRequirement }) {
  if (!requirement.planned || person.soFar === 0) return null
  return (
    <>
      <Gauge part={Math.min(1, person.attended / requirement.planned)} tick={requirement.threshold / 100} />
      {thresholdStateOf(person, requirement) === 'lost' && (
        <small className="attendance-lost">non arriva alla soglia</small>
      )}
    </>
  )
}

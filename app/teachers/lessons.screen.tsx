import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { memberFrom } from '../accounts/session/session.server'
import { distanceInWords } from '../courses/phase.rules'
import { NO_DATE } from '../courses/rules'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { formatTimes } from '../italian/times'
import { capitalize } from '../italian/words'
import { today } from '../runtime/clock'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/lessons.screen'
import { lessonsOfTeacher, type TaughtLesson } from './queries.server'
import { groupLessons } from './rules'
import '../ui/small-button.css'
import './teachers.css'

/** Loads the lessons of a teacher. `day`: today, YYYY-MM-DD. */
export async function loader({ context }: Route.LoaderArgs) {
  const { lessons, undatedEditions } = await lessonsOfTeacher(memberFrom(context))
  const day = today()
  return { ...groupLessons(lessons, day), undatedEditions, day }
}

export default function TeachersLessons({ loaderData }: Route.ComponentProps) {
  const { ofToday, toClose, coming, closed, undatedEditions, day } = loaderData
  const isEmpty = [ofToday, toClose, coming, closed, undatedEditions].every(({ length }) => length === 0)
  const nextLesson = coming.find(({ edition }) => !edition.cancelledAt)
  return (
    <div className="page teaching">
      <PageHead title="Le mie lezioni" path={href('/docente')} noindex />
      <div className="teaching-head">
        <Link className="link" to={href('/dashboard')}>
          <Icon name="left" /> Dashboard
        </Link>
        <h1>Le mie lezioni</h1>
      </div>
      {isEmpty ? (
        <p className="lead">
          Non ci sono lezioni da segnare. Qui trovi i corsi che la segreteria ti affida, con il registro di
          ogni lezione.
        </p>
      ) : (
        <Lessons id="oggi" heading="Oggi" lessons={ofToday} day={day} isToday>
          {ofToday.length === 0 && (
            <p className="quiet">
              Nessuna lezione.{' '}
              {nextLesson &&
                `La prossima è ${formatDate(nextLesson.startDate, 'EEEE d MMMM')}, ${distanceInWords(nextLesson.startDate, day)}.`}
            </p>
          )}
        </Lessons>
      )}
      {toClose.length > 0 && (
        <Lessons id="da-chiudere" heading="Registri da chiudere" lessons={toClose} day={day} />
      )}
      {coming.length + undatedEditions.length > 0 && (
        <Lessons id="prossime" heading="Prossime" lessons={coming} day={day}>
          {undatedEditions.map(({ id, title, cancelledAt }) => (
            <p key={id} className="quiet">
              {title}: {(cancelledAt ? CANCELLED : NO_DATE).toLowerCase()}.
            </p>
          ))}
        </Lessons>
      )}
      {closed.length > 0 && (
        <Lessons id="passate" heading="Passate" lessons={closed.slice(0, PAST_LISTED)} day={day}>
          {closed.length > PAST_LISTED && (
            <details>
              <summary className="link">
                {formatCount(closed.length - PAST_LISTED, 'altra lezione', 'altre lezioni')}
              </summary>
              <LessonList lessons={closed.slice(PAST_LISTED)} day={day} />
            </details>
          )}
        </Lessons>
      )}
    </div>
  )
}

/** Past lessons that are listed at once, the latest first; the others are in a fold. */
const PAST_LISTED = 20

const CANCELLED = 'Edizione annullata'

type LessonListProps = { lessons: TaughtLesson[]; day: string; isToday?: boolean }

/** A section of lessons. `children`: what follows them. */
function Lessons({
  id,
  heading,
  children,
  ...list
}: LessonListProps & { id: string; heading: string; children?: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {list.lessons.length > 0 && <LessonList {...list} />}
      {children}
    </section>
  )
}

function LessonList({ lessons, day, isToday = false }: LessonListProps) {
  return (
    <ul className="teaching-lessons">
      {lessons.map((lesson) => (
        <LessonLine
          key={`${lesson.edition.id} ${lesson.number}`}
          lesson={lesson}
          day={day}
          isToday={isToday}
        />
      ))}
    </ul>
  )
}

function LessonLine({ lesson, day, isToday }: { lesson: TaughtLesson; day: string; isToday: boolean }) {
  const { edition, number, startDate, startTime, endTime, topic, place, closedAt } = lesson
  const params = { edition: edition.id, lesson: String(number) }
  const when = capitalize(formatDate(startDate, 'EEE d MMM'))
  const facts = [topic, place ?? edition.location].filter(Boolean).join(' · ')
  const isRegisterOpen = startDate <= day && !closedAt && !edition.cancelledAt
  return (
    <li>
      <p className="teaching-when num">
        <b>{when}</b> <span>{formatTimes(startTime, endTime)}</span>
      </p>
      <p className="teaching-what">
        <b>{edition.title}</b>
        {facts && <small>{facts}</small>}
        <small className={isRegisterOpen ? 'teaching-open' : undefined}>{stateInWords(lesson, day)}</small>
      </p>
      <p className="teaching-acts">
        {startDate > day && !edition.cancelledAt ? (
          <Link
            className="button button-small"
            to={href('/docente/:edition/lezioni/:lesson/firme', params)}
            aria-label={`Foglio firme: ${edition.title}, ${when}`}
          >
            Foglio firme
          </Link>
        ) : (
          <Link
            className={isRegisterOpen && isToday ? 'button button-main' : 'button button-small'}
            to={href('/docente/:edition/lezioni/:lesson', params)}
            aria-label={`${isRegisterOpen ? 'Apri il registro' : 'Vedi'}: ${edition.title}, ${when}`}
          >
            {isRegisterOpen ? 'Apri il registro' : 'Vedi'}
          </Link>
        )}
      </p>
    </li>
  )
}

/**
 * The state of a lesson: '3 di 14 segnati', 'Registro chiuso', 'Edizione annullata'; before its day '14 iscritti'.
 */
function stateInWords(
  { edition, startDate, closedAt, markedCount, peopleCount }: TaughtLesson,
  day: string,
): string {
  if (closedAt) return 'Registro chiuso'
  if (edition.cancelledAt) return CANCELLED
  if (startDate > day) return formatCount(peopleCount, 'iscritto', 'iscritti')
  return peopleCount === 0 ? 'Nessun utente iscritto' : `${markedCount} di ${peopleCount} segnati`
}

import { href, Link } from 'react-router'
import { distanceTo } from '../../courses/phase.rules'
import { formatCount } from '../../italian/numbers'
import { Gauge } from '../../ui/gauges'
import type { RegisterLesson } from './rules'

/**
 * The register of a lesson for lists. `marked`: how many participants are marked; `present`: how many of them were
 * there, if only for a part.
 */
export type RegisterState = RegisterLesson & { number: number; marked: number; present: number }

/** How many people were there, '12 di 14'; nothing before the first mark. `people`: participants of the edition. */
export function PresentPeople({ register, people }: { register: RegisterState; people: number }) {
  if (register.marked === 0) return null
  return (
    <>
      <span className="num">
        {register.present} di {people}
      </span>
      <Gauge part={people === 0 ? 0 : Math.min(1, register.present / people)} />
    </>
  )
}

/**
 * The state of the register of a lesson: closed, or open from the day of the lesson. A lesson to come has a text, when
 * its register opens, only if `isNext`. `people`: participants; `isNext`: the lesson is the first one that is not past,
 * so none to come while one takes place today; `today`: YYYY-MM-DD.
 */
export function LessonRegisterState({
  register,
  people,
  isNext,
  today,
}: {
  register: RegisterState
  people: number
  isNext: boolean
  today: string
}) {
  if (register.closedAt) return <span className="state state-published">Chiuso</span>
  if (register.startDate <= today) {
    const missing = people - register.marked
    return (
      <>
        <span className="state state-late">Aperto</span>
        {missing > 0 && <small>{formatCount(missing, 'persona da segnare', 'persone da segnare')}</small>}
      </>
    )
  }
  return isNext ? <span className="state">Si apre {distanceTo(register.startDate, today)}</span> : null
}

/**
 * The button to the register of a lesson that has begun, named by what is to be done in it. `day`: of the lesson, in
 * words.
 */
export function RegisterLink({
  course,
  register,
  people,
  day,
  id,
}: {
  course: string
  register: RegisterState
  /** Participants. */
  people: number
  day: string
  id: string
}) {
  const nextAct = register.marked < people ? 'Completa' : 'Chiudi'
  const act = register.closedAt ? 'Vedi' : register.marked > 0 ? nextAct : 'Apri il registro'
  return (
    <Link
      className="button button-small"
      id={id}
      to={href('/admin/courses/:course/lezioni/:lesson', { course, lesson: String(register.number) })}
      aria-label={`${act}: lezione del ${day}`}
    >
      {act}
    </Link>
  )
}

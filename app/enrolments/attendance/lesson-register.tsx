import { href, Link } from 'react-router'
import { distanceTo } from '../../courses/phase.rules'
import { formatCount } from '../../italian/numbers'
import { Gauge } from '../../ui/gauges'
import type { RegisterLesson } from './rules'

/** `marked`: participants who are; `present`: those who were there, for a part at least. */
export type RegisterState = RegisterLesson & { number: number; marked: number; present: number }

/** '12 di 14' who were there; nothing before the first mark. */
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

/** How far the register of a lesson is. `isNext`: today's, or the first one to come. */
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

/** The named button of a lesson that has begun. `day`: in words. */
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
  const started = register.marked < people ? 'Completa' : 'Chiudi'
  const act = register.closedAt ? 'Vedi' : register.marked > 0 ? started : 'Apri il registro'
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

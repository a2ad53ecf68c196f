import { href, Link } from 'react-router'
import { distanceInWords } from '../../courses/phase.rules'
import { withArticle } from '../../italian/articles'
import { formatCount } from '../../italian/numbers'
import { Gauge } from '../../ui/gauges'
import type { RegisterLesson } from './rules'
import '../../ui/office-state.css'

/**
 * The register of a lesson for lists. `markedCount`: how many participants are marked; `presentCount`: how many of them
 * were there, if only for a part.
 */
export type RegisterState = RegisterLesson & { number: number; markedCount: number; presentCount: number }

/**
 * How many people were there, '12 di 14'; nothing before the first mark. `peopleCount`: the participants of the
 * edition.
 */
export function PresentPeople({ register, peopleCount }: { register: RegisterState; peopleCount: number }) {
  if (register.markedCount === 0) return null
  return (
    <>
      <span className="num">
        {register.presentCount} di {peopleCount}
      </span>
      <Gauge part={peopleCount === 0 ? 0 : Math.min(1, register.presentCount / peopleCount)} />
    </>
  )
}

/**
 * The state of the register of a lesson: closed, or open from the day of the lesson, unless the edition is cancelled.
 * Of a lesson to come it says when the register opens, but only of the next one. `peopleCount`: the participants of the
 * edition; `isCancelled`: the edition is; `isNext`: the lesson is the first one that is not past, so no lesson to come
 * while one takes place today; `today`: YYYY-MM-DD.
 */
export function LessonRegisterState({
  register,
  peopleCount,
  isCancelled,
  isNext,
  today,
}: {
  register: RegisterState
  peopleCount: number
  isCancelled: boolean
  isNext: boolean
  today: string
}) {
  if (register.closedAt) return <span className="state state-register-closed">Chiuso</span>
  if (isCancelled) return <span className="state">Edizione annullata</span>
  if (register.startDate <= today) {
    const unmarkedCount = peopleCount - register.markedCount
    return (
      <>
        <span className="state state-register-unclosed">Aperto</span>
        {unmarkedCount > 0 && (
          <small>{formatCount(unmarkedCount, 'persona da segnare', 'persone da segnare')}</small>
        )}
      </>
    )
  }
  return isNext ? <span className="state">Si apre {distanceInWords(register.startDate, today)}</span> : null
}

/**
 * The button to the register of a lesson that has begun, or of any lesson of a cancelled edition, named by what is to
 * be done in it. `course`: an id; `peopleCount`: the participants of the edition; `isCancelled`: the edition is; `day`:
 * of the lesson, in words; `id`: of the element.
 */
export function RegisterLink({
  course,
  register,
  peopleCount,
  isCancelled,
  day,
  id,
}: {
  course: string
  register: RegisterState
  peopleCount: number
  isCancelled: boolean
  day: string
  id: string
}) {
  const actBeforeClosing = register.markedCount < peopleCount ? 'Completa' : 'Chiudi'
  const actWhileOpen = register.markedCount > 0 ? actBeforeClosing : 'Apri il registro'
  const act = register.closedAt || isCancelled ? 'Vedi' : actWhileOpen
  return (
    <Link
      className="button button-small"
      id={id}
      to={href('/admin/courses/:course/lezioni/:lesson', { course, lesson: String(register.number) })}
      aria-label={`${act}: lezione ${withArticle('del', day)}`}
    >
      {act}
    </Link>
  )
}

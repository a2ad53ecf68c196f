import { href, Link } from 'react-router'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatHours } from '../../italian/numbers'
import { formatTimes } from '../../italian/times'
import { capitalize } from '../../italian/words'
import { BackLink } from '../../ui/back-link'
import { hasErrors } from '../../ui/forms/error-summary'
import { More } from '../../ui/overlays/more'
import { Toasts } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import type { Toast } from '../../ui/toast'
import { MarksTable, ReopenForm } from './closed-register'
import { MarkedCount } from './marked-count'
import type { RegisterFacts } from './queries.server'
import { EmptyRegister, RegisterForm } from './register-form'
import { explainRegisterRefusal, type RegisterResult } from './rules'
import './register.css'
import '../../ui/office-state.css'

/** The addresses of a lesson, for the office or for a teacher. `marks`: to which the script posts marks. */
function addressesOf(course: string, number: number, isOffice: boolean) {
  const lesson = String(number)
  return isOffice
    ? {
        register: href('/admin/courses/:course/lezioni/:lesson', { course, lesson }),
        marks: href('/admin/courses/:course/lezioni/:lesson/segni', { course, lesson }),
        sheet: `${href('/admin/courses/:course/iscritti/firme', { course })}?lezione=${number}`,
      }
    : {
        register: href('/docente/:edition/lezioni/:lesson', { edition: course, lesson }),
        marks: href('/docente/:edition/lezioni/:lesson/segni', { edition: course, lesson }),
        sheet: href('/docente/:edition/lezioni/:lesson/firme', { edition: course, lesson }),
      }
}

/**
 * What the page of a register shows after a form was refused. `reason`: for opening it again, as typed; `problem`: what
 * is wrong with it.
 */
export type RefusedRegister = Partial<RegisterResult> & {
  reason?: string
  problem?: string
  toasts?: Toast[]
}

/**
 * The register of a lesson: to be opened, open or closed. `isOffice`: the user is no teacher, and can also reopen and
 * empty the register, print it and read reports.
 */
export function RegisterPage({
  register: { course, title, teachers, lesson, position, neighbours, refusal, people, requirement },
  result,
  isOffice = false,
}: {
  register: RegisterFacts
  result: RefusedRegister | undefined
  isOffice?: boolean
}) {
  const Heading = isOffice ? 'h3' : 'h2'
  const { marks, sheet } = addressesOf(course, lesson.number, isOffice)
  const day = capitalize(formatDate(lesson.startDate, 'EEEE d MMMM'))
  const facts = [
    formatTimes(lesson.startTime, lesson.endTime),
    lesson.hours ? formatHours(lesson.hours) : '',
    teachers.join(', '),
  ].filter(Boolean)
  // Emptying the register gives the form another key, so that the form forgets the marks in its state.
  const revision = people.some(({ mark }) => mark) ? 'marked' : 'empty'
  const enrolled = people.filter(({ isEnrolled }) => isEnrolled)
  const markedCount = enrolled.filter(({ mark }) => mark !== null).length
  const heading = (
    <div>
      <Heading id="registro">{[day, lesson.topic].filter(Boolean).join(', ')}</Heading>
      <p className="register-facts">
        <span>{facts.join(' · ')}</span> <RegisterState closedAt={lesson.closedAt} refusal={refusal} />
      </p>
      {lesson.reopenReason && <p className="quiet">Riaperto: {lesson.reopenReason}</p>}
    </div>
  )
  return (
    <section className="register" aria-labelledby="registro">
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={`Registro, lezione ${position}: ${title}`} noindex error={hasErrors(result)} />
      <div className="register-links">
        {isOffice && (
          <BackLink to={href('/admin/courses/:course/lezioni', { course })}>Tutte le lezioni</BackLink>
        )}
        {neighbours.map((neighbour) => (
          <Link
            key={neighbour.number}
            className="link"
            to={addressesOf(course, neighbour.number, isOffice).register}
          >
            Lezione {neighbour.position}
          </Link>
        ))}
        {isOffice ? (
          <Prints course={course} lesson={lesson} sheet={sheet} />
        ) : (
          <Link className="link" to={sheet}>
            Foglio firme
          </Link>
        )}
        {!lesson.closedAt && !refusal && isOffice && (
          <Link
            className="link"
            to={href('/admin/courses/:course/lezioni/:lesson/report', {
              course,
              lesson: String(lesson.number),
            })}
          >
            Registra da un report
          </Link>
        )}
      </div>
      {lesson.closedAt ? (
        <>
          <div className="register-head">
            {heading}
            <MarkedCount markedCount={markedCount} peopleCount={enrolled.length} />
          </div>
          <MarksTable people={people} lesson={lesson} requirement={requirement} />
          {refusal !== 'cancelled' &&
            (isOffice ? (
              <ReopenForm result={result} />
            ) : (
              <p className="quiet register-reopen">Lo riapre la segreteria.</p>
            ))}
        </>
      ) : refusal ? (
        <>
          <div className="register-head">{heading}</div>
          <MarkingRefused
            course={course}
            startDate={lesson.startDate}
            refusal={refusal}
            sheet={sheet}
            isOffice={isOffice}
          />
          {refusal === 'cancelled' && (
            <>
              <MarksTable
                people={people.filter(({ mark }) => mark)}
                lesson={lesson}
                requirement={requirement}
              />
              {isOffice && <EmptyRegister people={people} />}
            </>
          )}
        </>
      ) : (
        <RegisterForm
          key={`${lesson.number} ${revision}`}
          heading={heading}
          marksAddress={marks}
          lesson={lesson}
          people={people}
          requirement={requirement}
          result={result?.rows && result.errors ? { rows: result.rows, errors: result.errors } : undefined}
          mayEmpty={isOffice}
        />
      )}
    </section>
  )
}

function RegisterState({ closedAt, refusal }: { closedAt: Date | null; refusal: RegisterFacts['refusal'] }) {
  if (closedAt)
    return (
      <span className="state state-register-closed">
        Registro chiuso {withArticle('il', formatDate(closedAt, 'd MMMM'))}
      </span>
    )
  if (refusal === 'cancelled') return <span className="state">Edizione annullata</span>
  if (refusal === 'early') return <span className="state">Registro da aprire</span>
  return (
    <span className="state state-register-unclosed">
      {refusal === 'no-hours' ? 'Mancano le ore' : 'Registro aperto'}
    </span>
  )
}

/** A menu with all that the office can print of a lesson. `sheet`: the address of the sheet for signatures. */
function Prints({
  course,
  lesson: { number, closedAt },
  sheet,
}: {
  course: string
  lesson: { number: number; closedAt: Date | null }
  sheet: string
}) {
  return (
    <More of="questa lezione" label="Stampa">
      <Link to={sheet}>Foglio firme</Link>
      <a href={`${href('/admin/courses/:course/iscritti/firme.pdf', { course })}?lezione=${number}`}>
        Foglio firme in PDF
      </a>
      {closedAt && (
        <a href={`${href('/admin/courses/:course/lezioni/registro.pdf', { course })}?lezione=${number}`}>
          Registro in PDF
        </a>
      )}
    </More>
  )
}

/** Why nobody can be marked, and what can be done instead. */
function MarkingRefused({
  course,
  startDate,
  refusal,
  sheet,
  isOffice,
}: {
  course: string
  startDate: string
  refusal: NonNullable<RegisterFacts['refusal']>
  sheet: string
  isOffice: boolean
}) {
  if (refusal === 'no-hours')
    return (
      <div className="register-not-yet">
        <p>
          {isOffice
            ? 'Scrivi le ore di questa lezione: il registro conta con quelle.'
            : 'Le ore di questa lezione non sono ancora scritte: chiedi alla segreteria.'}
        </p>
        {isOffice && (
          <Link className="button" to={`${href('/admin/courses/:course', { course })}#sessions`}>
            Scrivi le ore
          </Link>
        )}
      </div>
    )
  if (refusal === 'early')
    return (
      <div className="register-not-yet">
        <p>Si apre {formatDate(startDate, 'EEEE d MMMM')}, il giorno della lezione.</p>
        <Link className="button" to={sheet}>
          Foglio firme
        </Link>
      </div>
    )
  return <p className="register-not-yet">{capitalize(explainRegisterRefusal({ refusal }))}.</p>
}

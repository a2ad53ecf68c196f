import { Link } from 'react-router'
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
import { ClosedRegister } from './closed-register'
import { MarkedCount } from './marked-count'
import type { RegisterFacts } from './queries.server'
import { RegisterFoot, RegisterForm } from './register-form'
import { explainRegisterRefusal, type RegisterResult } from './rules'
import './register.css'
import '../../ui/office-state.css'

/**
 * The addresses that the page of a register links and posts to; functions take the number of a lesson. Teachers lack
 * those of pages that only the office opens.
 */
export type RegisterAddresses = {
  /** All lessons of the edition; for the office only. */
  lessons?: string
  lesson: (number: number) => string
  /** To which the script of the page posts marks, and from which it reads them. */
  marks: (number: number) => string
  /** The sheet for signatures. */
  sheet: (number: number) => string
  /** The sheet for signatures as PDF; for the office only. */
  sheetFile?: (number: number) => string
  /** The closed register as PDF; for the office only. */
  registerFile?: (number: number) => string
  /** Where a report of an online room is read; for the office only. */
  report?: (number: number) => string
  /** The form in which the office enters the hours of a lesson; for the office only. */
  hours?: string
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
 * The register of a lesson: to be opened, open or closed. `level`: of its heading; `isOffice`: the user can also reopen
 * and empty the register; `asksToEmpty`: the page asks whether to empty it.
 */
export function RegisterPage({
  register: { title, teachers, lesson, position, neighbours, refusal, people, requirement },
  addresses,
  result,
  level: Heading = 'h3',
  isOffice = false,
  asksToEmpty = false,
}: {
  register: RegisterFacts
  addresses: RegisterAddresses
  result: RefusedRegister | undefined
  level?: 'h2' | 'h3'
  isOffice?: boolean
  asksToEmpty?: boolean
}) {
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
        {addresses.lessons && <BackLink to={addresses.lessons}>Tutte le lezioni</BackLink>}
        {neighbours.before !== null && (
          <Link className="link" to={addresses.lesson(neighbours.before)}>
            Lezione {position - 1}
          </Link>
        )}
        {neighbours.after !== null && (
          <Link className="link" to={addresses.lesson(neighbours.after)}>
            Lezione {position + 1}
          </Link>
        )}
        <Papers lesson={lesson} addresses={addresses} />
        {!lesson.closedAt && !refusal && addresses.report && (
          <Link className="link" to={addresses.report(lesson.number)}>
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
          <ClosedRegister
            people={people}
            lesson={lesson}
            requirement={requirement}
            isCancelled={refusal === 'cancelled'}
            mayReopen={isOffice}
            result={result}
          />
        </>
      ) : refusal ? (
        <>
          <div className="register-head">{heading}</div>
          <MarkingRefused lesson={lesson} refusal={refusal} addresses={addresses} />
          {refusal === 'cancelled' && (
            <RegisterFoot
              people={people}
              lesson={lesson}
              requirement={requirement}
              hasRows={false}
              mayEmpty={isOffice}
              asksToEmpty={asksToEmpty}
            />
          )}
        </>
      ) : (
        <RegisterForm
          key={`${lesson.number} ${revision}`}
          heading={heading}
          marksAddress={addresses.marks(lesson.number)}
          lesson={lesson}
          people={people}
          requirement={requirement}
          result={result?.rows && result.errors ? { rows: result.rows, errors: result.errors } : undefined}
          mayEmpty={isOffice}
          asksToEmpty={asksToEmpty}
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

/** The link to the sheet for signatures; for the office a menu with all that can be printed of the lesson. */
function Papers({
  lesson: { number, closedAt },
  addresses: { sheet, sheetFile, registerFile },
}: {
  lesson: { number: number; closedAt: Date | null }
  addresses: RegisterAddresses
}) {
  if (!sheetFile)
    return (
      <Link className="link" to={sheet(number)}>
        Foglio firme
      </Link>
    )
  return (
    <More of="questa lezione" label="Stampa">
      <Link to={sheet(number)}>Foglio firme</Link>
      <a href={sheetFile(number)}>Foglio firme in PDF</a>
      {closedAt && registerFile && <a href={registerFile(number)}>Registro in PDF</a>}
    </More>
  )
}

/** Why nobody can be marked, and what can be done instead. */
function MarkingRefused({
  lesson: { number, startDate },
  refusal,
  addresses,
}: {
  lesson: { number: number; startDate: string }
  refusal: NonNullable<RegisterFacts['refusal']>
  addresses: RegisterAddresses
}) {
  if (refusal === 'no-hours')
    return (
      <div className="register-not-yet">
        <p>
          {addresses.hours
            ? 'Scrivi le ore di questa lezione: il registro conta con quelle.'
            : 'Le ore di questa lezione non sono ancora scritte: chiedi alla segreteria.'}
        </p>
        {addresses.hours && (
          <Link className="button" to={addresses.hours}>
            Scrivi le ore
          </Link>
        )}
      </div>
    )
  if (refusal === 'early')
    return (
      <div className="register-not-yet">
        <p>Si apre {formatDate(startDate, 'EEEE d MMMM')}, il giorno della lezione.</p>
        <Link className="button" to={addresses.sheet(number)}>
          Foglio firme
        </Link>
      </div>
    )
  return <p className="register-not-yet">{capitalize(explainRegisterRefusal({ refusal }))}.</p>
}

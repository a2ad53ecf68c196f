import { data, href } from 'react-router'
import type { Staff } from '../../accounts/rules'
import { staffFrom } from '../../accounts/session/session.server'
import { undoButton } from '../../enrolments/undo-toast.server'
import { isPlainForm, readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { today } from '../../runtime/clock'
import { readUploads, SHOWN_TEXT_LIMIT } from '../../storage/uploads.server'
import { BackLink } from '../../ui/back-link'
import { hasErrors } from '../../ui/forms/error-summary'
import { useLastAnswer } from '../../ui/forms/last-answer'
import { Toasts } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import { errorToast, type Toast } from '../../ui/toast'
import { WITHOUT_DUES } from '../rules'
import type { Route } from './+types/statement.screen'
import { type RegisteredStatement, registerStatement, type StatementRefusal } from './commands.server'
import {
  bookingsOf,
  choicesFrom,
  enrolmentField,
  initialChoices,
  isNothingChosen,
  linesFrom,
  type ShownStatement,
} from './form.rules'
import { proposalsFor } from './queries.server'
import { readStatement, readStatementFile, STATEMENT_TOO_LONG } from './reader.server'
import { addOrdinals, STATEMENT_LIMIT, type StatementReading, skippedLine } from './rules'
import { StatementForm } from './statement-form'
import { StatementRows } from './statement-rows'
import '../../ui/tables/chosen-rows.css'
import './statement.css'

export function loader({ context }: Route.LoaderArgs) {
  staffFrom(context)
  // A new object each time, by which `useLastAnswer` knows that the page was loaded again.
  return {}
}

/** What the page shows after a form was sent. `text`: the pasted rows, for showing them again, unless they are many. */
type StatementResult = {
  text: string
  statement?: ShownStatement
  errors?: Record<string, string>
  toasts?: Toast[]
}

const REGISTERING_FAILED = 'Impossibile registrare gli incassi'

/** Two forms: one sends a statement, whose proposals are shown; the other registers the chosen lines. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  if (isPlainForm(request)) {
    const form = await readForm(request)
    return withErrorToast(REGISTERING_FAILED, () => registerChosen(staff, form))
  }
  const { text, source, reading } = await readSentStatement(request)
  const { statement, problem } = reading
  if (!statement) return data<StatementResult>({ text, errors: { [source]: problem } }, { status: 400 })
  return withErrorToast(
    'Impossibile leggere l’estratto',
    async () => {
      const day = today()
      const lines = statement.lines.filter((line) => line.day <= day)
      const futureLines = statement.lines.filter((line) => line.day > day)
      // Not the IBAN of the settings: it may change, and the lines of a table read again would then count as new.
      const account = statement.account ?? ''
      const proposals = await proposalsFor(staff, account, addOrdinals(lines))
      const skipped = [
        ...statement.skipped,
        ...futureLines.map((line) => skippedLine(line.line, 'la data deve ancora venire', line.text)),
      ]
      const days = daysOf(lines.filter(({ cents }) => cents > 0))
      const { format } = statement
      const choices = initialChoices(proposals)
      return data<StatementResult>({
        text,
        statement: { account, format, days, skipped, proposals, choices },
      })
    },
    { text },
  )
}

/**
 * Reads the statement of a form. `text`: the pasted rows, '' for many rows or a file that can be read; `source`: the
 * field that a problem concerns.
 */
async function readSentStatement(
  request: Request,
): Promise<{ text: string; source: 'file' | 'text'; reading: StatementReading }> {
  const { fields, files, problem } = await readUploads(request, {
    maxFiles: 1,
    maxFileSize: STATEMENT_LIMIT,
    // `readStatement` limits the pasted rows.
    maxText: Number.POSITIVE_INFINITY,
  })
  const text = String(fields.get('text') ?? '')
  const shownText = text.length > SHOWN_TEXT_LIMIT ? '' : text
  const asFile = (reading: StatementReading) => ({
    text: reading.statement ? '' : shownText,
    source: 'file' as const,
    reading,
  })
  if (problem) return asFile({ problem: problem === 'too-many' ? 'Scegli un solo file' : STATEMENT_TOO_LONG })
  const [file] = files
  if (file) return asFile(await readStatementFile(file.bytes))
  if (!text.trim()) return asFile({ problem: 'Scegli un file o incolla le righe' })
  return { text: shownText, source: 'text', reading: await readStatement(text) }
}

/** Registers the chosen lines, or shows the form again with what is wrong. */
async function registerChosen(staff: Staff, form: FormData) {
  const lines = linesFrom(form)
  const account = String(form.get('account') ?? '')
  const proposals = await proposalsFor(staff, account, lines)
  const choices = choicesFrom(form, lines)
  const { bookings, errors } = bookingsOf(proposals, choices)
  const statement = { account, format: '', days: daysOf(lines), skipped: [], proposals, choices }
  const showRefused = (result: Omit<StatementResult, 'text' | 'statement'>, status: number) =>
    data<StatementResult>({ text: '', statement, ...result }, { status })
  if (hasErrors({ errors })) return showRefused({ errors }, 400)
  if (isNothingChosen(choices)) return showRefused({ toasts: [errorToast(NOTHING_CHOSEN)] }, 400)
  const registering = async () => {
    const registered = await registerStatement(staff, account, bookings)
    if (!registered.ok) {
      const problem = REFUSALS[registered.refusal]
      const refusedBookings = bookings.filter(({ reference }) => registered.references.includes(reference))
      return showRefused(
        {
          errors: Object.fromEntries(
            refusedBookings.map(({ line }) => [enrolmentField(line.line, choices), problem]),
          ),
          toasts: [errorToast(`${REGISTERING_FAILED}: ${problem.toLowerCase()}`)],
        },
        409,
      )
    }
    return redirectWith(
      href('/admin/pagamenti/estratto'),
      registeredToast(registered, proposals.registeredBeforeCount),
    )
  }
  return withErrorToast(REGISTERING_FAILED, registering, { text: '', statement })
}

const NOTHING_CHOSEN = 'Nessuna riga scelta: spunta quelle da registrare, o scegli per chi sono'
const REFUSALS: Record<StatementRefusal, string> = {
  'unknown-reference':
    'Nessuna iscrizione in corso ha questa causale: se è finita, registra l’incasso dalla pagina della persona',
  'without-dues': WITHOUT_DUES,
  'future-day': 'Una riga ha una data che deve ancora venire',
}

/** The toast after registering. `knownBeforeCount`: how many lines the page already counted as registered before. */
function registeredToast(
  { decision, registeredCount, registeredBeforeCount }: RegisteredStatement,
  knownBeforeCount: number,
): Toast {
  const beforeCount = registeredBeforeCount + knownBeforeCount
  const lineCount = registeredCount + beforeCount
  if (!decision)
    return {
      tone: 'success',
      title: 'Nessun incasso da registrare',
      description: registeredBeforeInWords(lineCount, lineCount),
    }
  return {
    tone: 'success',
    title: formatCount(registeredCount, 'incasso registrato', 'incassi registrati'),
    ...(beforeCount > 0 && {
      description: registeredBeforeInWords(beforeCount, lineCount),
    }),
    ...undoButton(decision, href('/admin/pagamenti/estratto')),
  }
}

const registeredBeforeInWords = (count: number, lineCount: number) =>
  `Già registrato: ${formatCount(count, 'riga', 'righe')} su ${lineCount} ${count === 1 ? 'c’era' : 'c’erano'}.`

/** Returns the first and the last day of lines; null without lines. */
function daysOf(lines: readonly { day: string }[]): ShownStatement['days'] {
  const days = lines.map(({ day }) => day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return from && to ? [from, to] : null
}

export default function StatementScreen({ loaderData, actionData }: Route.ComponentProps) {
  const result: Partial<StatementResult> | undefined = actionData
  const reading = useLastAnswer(result?.statement && result, loaderData)
  const statement = reading?.statement
  const proposalsKey = JSON.stringify(statement?.proposals)
  return (
    <section className="admin-section statement" aria-labelledby="estratto">
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title="Estratto conto" noindex error={hasErrors(result)} />
      <div>
        <BackLink to={href('/admin/pagamenti')}>Pagamenti</BackLink>
        <h2 id="estratto">Estratto conto</h2>
      </div>
      {!statement && (
        <p className="quiet">
          I movimenti della banca diventano incassi: si riconoscono dalla causale, e nulla si registra finché
          non lo dici tu.
        </p>
      )}
      {statement && (
        <StatementRows
          key={`rows ${proposalsKey}`}
          statement={statement}
          errors={reading.errors ?? {}}
          result={reading}
        />
      )}
      <StatementForm
        key={`form ${proposalsKey}`}
        text={result?.text ?? reading?.text ?? ''}
        errors={result?.statement ? {} : (result?.errors ?? {})}
        result={result}
        isFolded={statement !== undefined}
      />
    </section>
  )
}

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
import { FileOrRowsForm } from '../../ui/forms/file-or-rows'
import { Submit } from '../../ui/forms/form'
import { useLastAnswer } from '../../ui/forms/last-answer'
import { Toasts } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import { errorToast, type Toast } from '../../ui/toast'
import type { Route } from './+types/statement.screen'
import { type RegisteredStatement, registerStatement } from './commands.server'
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
import { addOrdinals, STATEMENT_LIMIT, STATEMENT_REFUSALS, type StatementReading, skippedLine } from './rules'
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
  const [file] = files
  if (!problem && !file && text.trim())
    return { text: shownText, source: 'text', reading: await readStatement(text) }
  const reading = file ? await readStatementFile(file.bytes) : { problem: FILE_PROBLEMS[problem ?? 'none'] }
  return { text: reading.statement ? '' : shownText, source: 'file', reading }
}

const FILE_PROBLEMS = {
  none: 'Scegli un file o incolla le righe',
  'too-many': 'Scegli un solo file',
  'too-large': STATEMENT_TOO_LONG,
  'too-much': STATEMENT_TOO_LONG,
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
  if (isNothingChosen(choices))
    return showRefused(
      { toasts: [errorToast('Nessuna riga scelta: spunta quelle da registrare, o scegli per chi sono')] },
      400,
    )
  const registering = async () => {
    const registered = await registerStatement(staff, account, bookings)
    if (!registered.ok) {
      const problem = STATEMENT_REFUSALS[registered.refusal]
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

/** The toast after registering. `knownBeforeCount`: how many lines the page already counted as registered before. */
function registeredToast(
  { decision, registeredCount, registeredBeforeCount }: RegisteredStatement,
  knownBeforeCount: number,
): Toast {
  const beforeCount = registeredBeforeCount + knownBeforeCount
  return {
    tone: 'success',
    title: decision
      ? formatCount(registeredCount, 'incasso registrato', 'incassi registrati')
      : 'Nessun incasso da registrare',
    ...(beforeCount > 0 && {
      description: `Già registrato prima: ${formatCount(beforeCount, 'riga', 'righe')} su ${registeredCount + beforeCount}.`,
    }),
    ...(decision && undoButton(decision, href('/admin/pagamenti/estratto'))),
  }
}

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
      <FileOrRowsForm
        key={`form ${proposalsKey}`}
        file={{
          label: 'File della banca',
          accept: '.csv,.tsv,.txt,.xml',
          hint: 'I movimenti come CSV, oppure CAMT.053 (XML), fino a 2 MB.',
        }}
        rows={{
          label: 'Oppure incolla qui le righe copiate da Excel',
          text: result?.text ?? reading?.text ?? '',
          hint: 'Con la riga dei titoli: data, descrizione e importo, oppure entrate e uscite.',
        }}
        errors={result?.statement ? {} : (result?.errors ?? {})}
        result={result}
        again={statement && 'Leggi un altro estratto'}
        button={
          <Submit className={statement ? 'button' : 'button button-main'} busy="Leggo...">
            Leggi l’estratto
          </Submit>
        }
      />
    </section>
  )
}

import { type ReactNode, useState } from 'react'
import { creditorReference, spacedReference } from '../../enrolments/dues/reference.rules'
import { toEuros } from '../../enrolments/dues/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { formatEuros } from '../../italian/prices'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { Dock } from '../../ui/overlays/dock'
import { TableHead } from '../../ui/tables/table-head'
import {
  bookingsOf,
  CHOICE_FIELD,
  causaleField,
  choicesFrom,
  LINE_FIELD,
  type ShownStatement,
  writeLineField,
} from './form.rules'
import type { LineMatch, MatchDoubt, PayableEnrolment, Proposal } from './matching.rules'
import type { CountedLine } from './rules'

const FORM = 'estratto-conto'
const CANDIDATES = 'iscrizioni-possibili'

/**
 * The proposals of a statement: first the lines that a person has to check, then the certain ones, which are ticked.
 */
export function StatementRows({
  statement,
  errors,
  result,
}: {
  statement: ShownStatement
  errors: Record<string, string>
  result: unknown
}) {
  const { account, proposals, skipped } = statement
  const { certain, doubtful, moreCertain, moreDoubtful } = proposals
  const [choices, setChoices] = useState(statement.choices)
  const { bookings } = bookingsOf(proposals, choices)
  const sum = bookings.reduce((cents, { line }) => cents + line.cents, 0)
  const lines = [...doubtful, ...certain].map(({ line }) => line)
  const row = (proposal: Proposal) => (
    <ProposalRow
      key={writeLineField(proposal.line)}
      proposal={proposal}
      isChosen={statement.choices.chosen.includes(proposal.line.line)}
      causale={statement.choices.causali[proposal.line.line]}
      error={errors[causaleField(proposal.line.line)]}
    />
  )
  return (
    <>
      <p className="statement-summary">{inShort(statement)}</p>
      <Form
        id={FORM}
        method="post"
        className="statement-rows"
        preventScrollReset
        onChange={(event) => setChoices(choicesFrom(new FormData(event.currentTarget), lines))}
      >
        <ErrorSummary result={result} errors={errors} />
        <input type="hidden" name="account" value={account} />
        <ProposalTable
          title="Da guardare"
          about={[formatCount(doubtful.length, 'riga', 'righe'), more(moreDoubtful)]}
          rows={doubtful.map(row)}
        />
        <ProposalTable
          title="Certe"
          about={[
            'causale e importo coincidono',
            formatCount(certain.length, 'riga', 'righe'),
            more(moreCertain),
          ]}
          rows={certain.map(row)}
        />
      </Form>
      <Candidates proposals={doubtful} />
      {skipped.length > 0 && <SkippedLines skipped={skipped} />}
      {certain.length + doubtful.length > 0 && (
        <Dock label="Incassi dell’estratto">
          <div className="actions save-bar statement-bar">
            <p aria-live="polite">
              <b>
                {formatCount(bookings.length, 'riga scelta', 'righe scelte')}, {formatEuros(toEuros(sum))}
              </b>
              <small>Si registrano insieme, e insieme si ripristinano.</small>
            </p>
            <Submit className="button button-main" form={FORM} busy="Registro...">
              Registra {formatCount(bookings.length, 'incasso', 'incassi')}
            </Submit>
          </div>
        </Dock>
      )}
    </>
  )
}

const more = (count: number) => count > 0 && `altre ${count} quando lo rileggi`

/**
 * '18 entrate dal 1° al 15 febbraio 2027: 11 certe, 3 parziali, 2 da abbinare, 2 già registrate. Le uscite non si
 * leggono.'
 */
function inShort({ days, format, proposals }: ShownStatement): string {
  const { incoming, registered, certain, doubtful, moreCertain, moreDoubtful } = proposals
  const partial = doubtful.filter(({ match }) => match.verdict === 'partial').length
  const parts = [
    [certain.length + moreCertain, 'certa', 'certe'],
    [partial, 'parziale', 'parziali'],
    [doubtful.length + moreDoubtful - partial, 'da abbinare', 'da abbinare'],
    [registered, 'già registrata', 'già registrate'],
  ] as const
  const counts = parts.flatMap(([count, one, many]) => (count > 0 ? [formatCount(count, one, many)] : []))
  const when = days && daysInWords(days)
  const entries = [formatCount(incoming, 'entrata', 'entrate'), when].filter(Boolean).join(' ')
  const outgoing = proposals.outgoing > 0 && 'Le uscite non si registrano.'
  return [`${entries}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`, outgoing, format && `${format}.`]
    .filter(Boolean)
    .join(' ')
}

function daysInWords([from, to]: [string, string]): string {
  const day = (date: string) => formatDate(date, 'd MMMM yyyy')
  return from === to
    ? withArticle('del', day(from))
    : `${withArticle('dal', day(from))} ${withArticle('al', day(to))}`
}

function ProposalTable({
  title,
  about,
  rows,
}: {
  title: string
  about: (string | false)[]
  rows: ReactNode[]
}) {
  if (rows.length === 0) return null
  return (
    <section>
      <div className="statement-head">
        <h3>{title}</h3>
        <span className="quiet">{about.filter(Boolean).join('; ')}</span>
      </div>
      <table className="table dense stack">
        <TableHead columns={['Nell’estratto', 'Importo', 'Proposta', 'Per chi, per che cosa']} />
        <tbody>{rows}</tbody>
      </table>
    </section>
  )
}

const VERDICTS = {
  certain: { label: 'Certo', className: 'state-approved' },
  partial: { label: 'Parziale', className: 'state-pending' },
  unmatched: { label: 'Da abbinare', className: 'state-late' },
} as const

function ProposalRow({
  proposal: { line, match },
  isChosen,
  causale,
  error,
}: {
  proposal: Proposal
  isChosen: boolean
  causale: string | undefined
  error: string | undefined
}) {
  const amount = formatEuros(toEuros(line.cents))
  const { label, className } = VERDICTS[match.verdict]
  return (
    <tr>
      <td>
        <input type="hidden" name={LINE_FIELD} value={writeLineField(line)} />
        {match.verdict === 'unmatched' ? (
          <div className="statement-line">
            <LineWords line={line} />
          </div>
        ) : (
          <label className="statement-line">
            <input
              className="row-choice"
              type="checkbox"
              name={CHOICE_FIELD}
              value={line.line}
              defaultChecked={isChosen}
            />
            <LineWords line={line} />
          </label>
        )}
      </td>
      <td className="num figure" data-label="Importo">
        <b>{amount}</b>
      </td>
      <td data-label="Proposta">
        <span className={`state ${className}`}>{label}</span>
      </td>
      <td data-label="Per chi">
        {match.verdict === 'unmatched' ? (
          <Causale match={match} line={line.line} causale={causale} error={error} />
        ) : (
          <>
            <b>{match.enrolment.name}</b>, {match.enrolment.course}
            <small>{proposalInWords(match, line.cents)}</small>
          </>
        )}
      </td>
    </tr>
  )
}

const LineWords = ({ line: { day, line, text } }: { line: CountedLine }) => (
  <span>
    <span className="num">{formatDate(day, 'd MMM')}</span> · riga {line}
    <small>{text}</small>
  </span>
)

const DOUBTS: Record<Exclude<MatchDoubt, 'other-amount' | 'too-much'>, string> = {
  'nothing-open': 'Riferimento giusto, ma non risulta nulla da pagare',
  'several-references': 'Più riferimenti in una riga',
  'unknown-reference': 'Riferimento sbagliato, o di un’iscrizione finita',
  'no-reference': 'Nessun riferimento',
}

/** 'Riferimento giusto, importo diverso: attesi 490,00 €, arrivati 250,00 €' */
function proposalInWords(match: Exclude<LineMatch, { verdict: 'unmatched' }>, cents: number): string {
  if (match.verdict === 'certain')
    return match.dues === 1 ? 'prossima scadenza' : `prossime ${match.dues} scadenze`
  if (match.doubt !== 'other-amount' && match.doubt !== 'too-much')
    return DOUBTS[match.doubt as 'nothing-open']
  const [due, come] = [match.open, cents].map((sum) => formatEuros(toEuros(sum)))
  return `Riferimento giusto, importo diverso: attesi ${due}, arrivati ${come}`
}

function Causale({
  match: { doubt, candidates },
  line,
  causale,
  error,
}: {
  match: Extract<LineMatch, { verdict: 'unmatched' }>
  line: number
  causale: string | undefined
  error: string | undefined
}) {
  const name = causaleField(line)
  const described = [error && `${name}-error`, `${name}-hint`].filter(Boolean).join(' ')
  return (
    <>
      <label className="visually-hidden" htmlFor={name}>
        Causale dell’iscrizione per la riga {line}
      </label>
      <input
        className="input"
        id={name}
        name={name}
        list={CANDIDATES}
        placeholder="RF…"
        autoComplete="off"
        defaultValue={causale}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
      />
      <small id={`${name}-hint`}>
        {[
          DOUBTS[doubt as 'no-reference'],
          candidates.length > 0 && `forse ${candidates.map(shortName).join(', ')}`,
        ]
          .filter(Boolean)
          .join(': ')}
      </small>
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </>
  )
}

const shortName = ({ name, course, reference }: PayableEnrolment) =>
  `${name}, ${course} (${spacedReference(creditorReference(reference))})`

/** The candidates of all lines, as suggestions of the causale fields. */
function Candidates({ proposals }: { proposals: Proposal[] }) {
  const candidates = proposals.flatMap(({ match }) => ('candidates' in match ? match.candidates : []))
  const each = [...new Map(candidates.map((enrolment) => [enrolment.id, enrolment])).values()]
  return (
    <datalist id={CANDIDATES}>
      {each.map(({ id, name, course, reference }) => (
        <option key={id} value={`${spacedReference(creditorReference(reference))} ${name}, ${course}`} />
      ))}
    </datalist>
  )
}

function SkippedLines({ skipped }: { skipped: ShownStatement['skipped'] }) {
  const shown = skipped.slice(0, MOST_SKIPPED)
  return (
    <details className="statement-skipped">
      <summary className="link">{formatCount(skipped.length, 'riga saltata', 'righe saltate')}</summary>
      <ul>
        {shown.map(({ line, reason, text }) => (
          <li key={`${line} ${text}`}>
            Riga {line}: {reason} <span className="quiet">({text || 'vuota'})</span>
          </li>
        ))}
        {skipped.length > shown.length && <li>… e altre {skipped.length - shown.length}</li>}
      </ul>
    </details>
  )
}
const MOST_SKIPPED = 50

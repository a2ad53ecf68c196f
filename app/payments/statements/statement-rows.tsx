import { type ReactNode, useState } from 'react'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { fromDayToDay } from '../../italian/periods'
import { formatCents, formatCentsInBrief } from '../../italian/prices'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { Dock } from '../../ui/overlays/dock'
import { TableHead } from '../../ui/tables/table-head'
import {
  bookingsOf,
  candidateField,
  causaleField,
  certaintyOf,
  choiceField,
  choicesFrom,
  isChosen,
  LINE_FIELD,
  lineLabels,
  OTHER_ENROLMENT,
  type ShownStatement,
  writeLineField,
} from './form.rules'
import type { LineMatch, MatchDoubt, PayableEnrolment, Proposal } from './matching.rules'
import type { CountedLine } from './rules'

const FORM_ID = 'estratto-conto'

/** Most skipped lines that the page lists. */
const MOST_SKIPPED = 50

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
  const { certain, doubtful, moreCertainCount, moreDoubtfulCount } = proposals
  const [choices, setChoices] = useState(statement.choices)
  const { bookings } = bookingsOf(proposals, choices)
  const sum = bookings.reduce((cents, { line }) => cents + line.cents, 0)
  const lines = [...doubtful, ...certain].map(({ line }) => line)
  const row = (proposal: Proposal) => (
    <ProposalRow
      key={writeLineField(proposal.line)}
      proposal={proposal}
      isTicked={isChosen(proposal, statement.choices)}
      candidate={statement.choices.candidates[proposal.line.line]}
      causale={statement.choices.causali[proposal.line.line]}
      errors={errors}
    />
  )
  return (
    <>
      <p className="quiet statement-summary">{statementInBrief(statement)}</p>
      <Form
        id={FORM_ID}
        method="post"
        className="statement-rows"
        preventScrollReset
        onChange={(event) => setChoices(choicesFrom(new FormData(event.currentTarget), lines))}
      >
        <ErrorSummary result={result} errors={errors} labels={lineLabels(lines)} />
        <input type="hidden" name="account" value={account} />
        <ProposalTable
          title="Da guardare"
          about={[formatCount(doubtful.length, 'riga', 'righe'), moreInWords(moreDoubtfulCount)]}
          rows={doubtful.map(row)}
        />
        <ProposalTable
          title="Certe"
          about={[
            'causale e importo coincidono',
            formatCount(certain.length, 'riga', 'righe'),
            moreInWords(moreCertainCount),
          ]}
          rows={certain.map(row)}
        />
      </Form>
      {skipped.length > 0 && <SkippedLines skipped={skipped} />}
      {certain.length + doubtful.length > 0 && (
        <Dock label="Incassi dell’estratto">
          <div className="actions save-bar statement-bar">
            <p aria-live="polite">
              <b className="needs-script">
                {formatCount(bookings.length, 'riga scelta', 'righe scelte')}, {formatCents(sum)}
              </b>
              <small>Si registrano insieme, e insieme si ripristinano.</small>
            </p>
            <Submit className="button button-main" form={FORM_ID} busy="Registro...">
              <span className="needs-script">
                Registra {formatCount(bookings.length, 'incasso', 'incassi')}
              </span>
              <span className="without-script">Registra le righe scelte</span>
            </Submit>
          </div>
        </Dock>
      )}
    </>
  )
}

const othersInWords = (count: number) => (count === 1 ? 'un’altra' : `altre ${count}`)
const moreInWords = (count: number) => count > 0 && `${othersInWords(count)} quando lo rileggi`

/**
 * Sums the statement up: '18 entrate dal 1º febbraio al 15 febbraio 2027: 11 certe, 3 parziali, 2 da abbinare, 2 già
 * registrate. Le uscite non si registrano.' The `format` of the statement comes last, if it is known.
 */
function statementInBrief({ days, format, proposals }: ShownStatement): string {
  const { certain, doubtful, moreCertainCount, moreDoubtfulCount } = proposals
  const partialCount = doubtful.filter(({ match }) => match.verdict === 'partial').length
  const parts = [
    [certain.length + moreCertainCount, 'certa', 'certe'],
    [partialCount, 'parziale', 'parziali'],
    [doubtful.length + moreDoubtfulCount - partialCount, 'da abbinare', 'da abbinare'],
    [proposals.registeredBeforeCount, 'già registrata', 'già registrate'],
  ] as const
  const counts = parts.flatMap(([count, singular, plural]) =>
    count > 0 ? [formatCount(count, singular, plural).replace(' ', '\u00a0')] : [],
  )
  const when = days && daysInWords(days)
  const entries = [formatCount(proposals.incomingCount, 'entrata', 'entrate'), when].filter(Boolean).join(' ')
  const outgoing = proposals.outgoingCount > 0 && 'Le uscite non si registrano.'
  return [`${entries}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`, outgoing, format && `${format}.`]
    .filter(Boolean)
    .join(' ')
}

function daysInWords([from, to]: [string, string]): string {
  return from === to ? withArticle('del', formatDate(to, 'd MMMM yyyy')) : fromDayToDay(from, to)
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
      <table className="table dense stack statement-table">
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
  isTicked,
  candidate,
  causale,
  errors,
}: {
  proposal: Proposal
  isTicked: boolean
  candidate: string | undefined
  causale: string | undefined
  errors: Record<string, string>
}) {
  const amount = formatCents(line.cents)
  const { label, className } = VERDICTS[match.verdict]
  const boxName = choiceField(line.line)
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
              id={boxName}
              name={boxName}
              value={certaintyOf(match)}
              defaultChecked={isTicked}
              aria-invalid={errors[boxName] ? true : undefined}
              aria-describedby={errors[boxName] && `${boxName}-error`}
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
          <EnrolmentFields
            match={match}
            line={line.line}
            candidate={candidate}
            causale={causale}
            errors={errors}
          />
        ) : (
          <>
            <b>{match.enrolment.name}</b>, {match.enrolment.course}
            <small>{proposalInWords(match, line.cents)}</small>
            <FieldError name={boxName} errors={errors} />
          </>
        )}
      </td>
    </tr>
  )
}

const LineWords = ({ line: { day, line, text } }: { line: CountedLine }) => (
  <span>
    <span className="num">{formatDate(day, 'd MMM')}</span> · {text}
    <small>riga {line}</small>
  </span>
)

const OTHER_AMOUNT = 'Riferimento giusto, importo diverso'
const DOUBTS: Record<MatchDoubt, string> = {
  'equal-payment': 'Un incasso uguale è già registrato',
  'other-amount': OTHER_AMOUNT,
  'too-much': OTHER_AMOUNT,
  'nothing-open': 'Riferimento giusto, ma non risulta nulla da pagare',
  'several-references': 'Più riferimenti in una riga',
  'unknown-reference': 'Riferimento sbagliato, o di un’iscrizione finita',
  'no-reference': 'Nessun riferimento',
}

/**
 * Says why a line is unmatched: 'Nessun riferimento; somiglia a Sara Galli, prossima rata 228 €', 'Nessun riferimento:
 * scrivi la causale'
 */
function doubtInWords(doubt: MatchDoubt, candidates: readonly PayableEnrolment[]): string {
  const words = DOUBTS[doubt]
  const [candidate] = candidates
  if (!candidate) return `${words}: scrivi la causale`
  const [nextDue] = candidate.openDues
  if (candidates.length > 1 || doubt === 'several-references' || nextDue === undefined) return words
  return `${words}; somiglia a ${candidate.name}, prossima rata ${formatCentsInBrief(nextDue)}`
}

/**
 * Says how a line fits its enrolment: 'Riferimento giusto, importo diverso: attesi 490 €, arrivati 250 €', 'Un incasso
 * uguale è già registrato il 3 feb'
 */
function proposalInWords(match: Exclude<LineMatch, { verdict: 'unmatched' }>, cents: number): string {
  if (match.verdict === 'certain')
    return match.dueCount === 1 ? 'prossima scadenza' : `prossime ${match.dueCount} scadenze`
  const { doubt, receivedOn, expectedCents } = match
  if (receivedOn) return `${DOUBTS[doubt]} ${withArticle('il', formatDate(receivedOn, 'd MMM'))}`
  return expectedCents
    ? `${DOUBTS[doubt]}: attesi ${formatCentsInBrief(expectedCents)}, arrivati ${formatCentsInBrief(cents)}`
    : DOUBTS[doubt]
}

/** The fields that say which enrolment a line pays: one of the candidates, or the causale of another one. */
function EnrolmentFields({
  match: { doubt, candidates },
  line,
  candidate,
  causale,
  errors,
}: {
  match: Extract<LineMatch, { verdict: 'unmatched' }>
  line: number
  candidate: string | undefined
  causale: string | undefined
  errors: Record<string, string>
}) {
  const [candidateName, causaleName] = [candidateField(line), causaleField(line)]
  const doubtId = `dubbio-${line}`
  const attributesOf = (name: string) => ({
    id: name,
    name,
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': errors[name] ? `${name}-error ${doubtId}` : doubtId,
  })
  return (
    <div className="for-whom">
      <small id={doubtId}>{doubtInWords(doubt, candidates)}</small>
      {candidates.length > 0 && (
        <>
          <select
            className="input"
            {...attributesOf(candidateName)}
            aria-label={`Per chi è la riga ${line}`}
            defaultValue={candidate}
          >
            <option value="">Scegli…</option>
            {candidates.map((enrolment) => (
              <option key={enrolment.id} value={enrolment.reference}>
                {candidateInWords(enrolment)}
              </option>
            ))}
            <option value={OTHER_ENROLMENT}>Altra iscrizione: scrivi la causale</option>
          </select>
          <FieldError name={candidateName} errors={errors} />
        </>
      )}
      <label className="for-whom-causale">
        <span className="visually-hidden">Causale dell’iscrizione per la riga {line}</span>
        <input
          className="input"
          {...attributesOf(causaleName)}
          placeholder="RF…"
          autoComplete="off"
          defaultValue={causale}
        />
      </label>
      <FieldError name={causaleName} errors={errors} />
    </div>
  )
}

function FieldError({ name, errors }: { name: string; errors: Record<string, string> }) {
  if (!errors[name]) return null
  return (
    <p className="error" id={`${name}-error`}>
      {errors[name]}
    </p>
  )
}

/**
 * Names a candidate and its next due: 'Sara Galli, Marketing Strategico, 228 €', '…, 336 € di 672 €' of several, or
 * '…, nulla da pagare'.
 */
function candidateInWords({ name, course, openDues }: PayableEnrolment): string {
  const euros = formatCentsInBrief
  const sum = openDues.reduce((cents, due) => cents + due, 0)
  const [firstDue] = openDues
  if (firstDue === undefined) return `${name}, ${course}, nulla da pagare`
  return `${name}, ${course}, ${firstDue === sum ? euros(sum) : `${euros(firstDue)} di ${euros(sum)}`}`
}

function SkippedLines({ skipped }: { skipped: ShownStatement['skipped'] }) {
  const listedLines = skipped.slice(0, MOST_SKIPPED)
  return (
    <details className="statement-skipped">
      <summary className="link">{formatCount(skipped.length, 'riga saltata', 'righe saltate')}</summary>
      <ul>
        {listedLines.map(({ line, reason, text }) => (
          <li key={`${line} ${text}`}>
            Riga {line}: {reason} <span className="quiet">({text || 'vuota'})</span>
          </li>
        ))}
        {skipped.length > listedLines.length && (
          <li>… e {othersInWords(skipped.length - listedLines.length)}</li>
        )}
      </ul>
    </details>
  )
}

import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatIban } from '../../italian/ibans'
import { formatEuros, formatPriceInBrief } from '../../italian/prices'
import { CopyButton } from '../../ui/forms/copy-field'
import { causaleOf } from '../dues/reference.rules'
import { type Balance, type BalancedDue, balanceInWords, toEuros } from '../dues/rules'
import type { Enrolment } from './queries.server'
import './own-dues.css'

type Props = {
  enrolment: Enrolment
  person: { firstName: string; lastName: string }
  account: { beneficiary: string; iban: string } | null
  day: string
}

/**
 * What a person pays for an enrolment: the next due with the details of the bank transfer, and all dues if there are
 * several; nothing without a balance. While the edition waits for its confirmation, which may move them, no days are
 * shown. `account`: of the school, null until the office has entered one; `day`: today, YYYY-MM-DD.
 */
export function OwnDues({ enrolment, person, account, day }: Props) {
  const { balance, course, reference } = enrolment
  if (!balance) return null
  const { next } = balance
  const isUnconfirmed = course.minimum?.confirmed === false
  return (
    <section className={next ? 'own-dues own-dues-open' : 'own-dues'} aria-labelledby="pagamento">
      <div>
        <h2 id="pagamento">{next ? dueTitle(next, isUnconfirmed) : 'Tutto versato'}</h2>
        {next && <p className="own-sum num">{formatEuros(toEuros(next.open))}</p>}
        <p>
          {next && isUnconfirmed
            ? 'Prima di pagare aspetta la conferma: ti arriva per email, e il pagamento scade dopo.'
            : balanceInWords(balance)}
        </p>
        {course.afterApproval && <p className="own-due-note">{course.afterApproval}</p>}
        {balance.dues.length > 1 && !isUnconfirmed && <DueList dues={balance.dues} day={day} />}
      </div>
      {next && account && (
        <dl className="own-transfer">
          <CopyRow label="Bonifico a" value={account.beneficiary} />
          <CopyRow label="IBAN" value={formatIban(account.iban)} copied={account.iban} />
          <CopyRow label="Causale" value={causaleOf(reference, person)} />
          <CopyRow
            label="Importo"
            value={formatEuros(toEuros(next.open))}
            copied={amountToPaste(next.open)}
          />
        </dl>
      )}
    </section>
  )
}

function dueTitle(next: BalancedDue, isUnconfirmed: boolean): string {
  if (isUnconfirmed) return 'Da pagare, dopo la conferma'
  return next.state === 'late' ? 'Pagamento scaduto' : 'Prossimo pagamento'
}

/** An amount as fields of home banking accept it: '490,00'. */
const amountToPaste = (cents: number) => toEuros(cents).toFixed(2).replace('.', ',')

/** A detail of the bank transfer with a button that copies it. `copied`: what is copied, if not `value`. */
function CopyRow({ label, value, copied = value }: { label: string; value: string; copied?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className="num">{value}</span>
        <CopyButton text={copied} subject={label} failure="Selezionalo e copialo con la tastiera" />
      </dd>
    </div>
  )
}

function DueList({ dues, day }: { dues: Balance['dues']; day: string }) {
  return (
    <ol className="own-due-list">
      {dues.map((due) => (
        <li key={due.number} className={`own-due-${due.state}`}>
          <span className="num">{formatPriceInBrief(toEuros(due.cents))}</span>{' '}
          {withArticle('entro il', formatDate(due.dueOn, 'd MMMM yyyy'))}
          <b>{dueStateInWords(due, day)}</b>
        </li>
      ))}
    </ol>
  )
}

function dueStateInWords({ state, open, dueOn }: BalancedDue, day: string): string {
  const missing = formatPriceInBrief(toEuros(open))
  if (state === 'paid') return 'pagata'
  if (state === 'part') return `mancano ${missing}`
  if (state === 'late') return `scaduta, mancano ${missing}`
  return dueOn === day ? 'scade oggi' : 'da pagare'
}

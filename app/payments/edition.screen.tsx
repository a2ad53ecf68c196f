import { href, Link } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { courseFrom, courseOr404 } from '../courses/office.queries.server'
import { courseTablePage } from '../courses/table/rules'
import { paymentFormPage } from '../enrolments/pages.rules'
import { PersonName } from '../enrolments/person-name'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { formatCentsInBrief, formatEurosInBrief, formatPriceInBrief } from '../italian/prices'
import { EmptyState } from '../ui/empty-state'
import { Gauge } from '../ui/gauges'
import { Icon } from '../ui/icon'
import { More } from '../ui/overlays/more'
import { PageHead } from '../ui/page-head'
import { addressWith } from '../ui/query'
import { Chips } from '../ui/tables/chips'
import { ChooseAll, RowChoice } from '../ui/tables/chosen-rows'
import { TableHead } from '../ui/tables/table-head'
import type { Route } from './+types/edition.screen'
import { DueChips } from './due-chips'
import { openRefundsOfEdition } from './list.queries.server'
import { PayerChoice } from './payer-choice'
import { PaymentFigure } from './payment-figure'
import { hasPayments, type Payer, payersOf } from './queries.server'
import { RefundTable } from './refund-table'
import { nextDuesOf } from './rules'
import './payments.css'

/** The word in the address for ended enrolments with money to give back. */
const REFUNDS = 'da-rimborsare'

/** The groups of people of an edition that can be shown, by the word in the address. */
const PAYER_GROUPS: Record<string, { name: string; includes: (payer: Payer) => boolean }> = {
  scaduti: { name: 'Scaduti', includes: ({ balance }) => balance.late > 0 },
  aperti: { name: 'Da versare', includes: ({ balance }) => balance.next !== null },
  saldati: {
    name: 'Saldati',
    includes: ({ balance, isWithoutDues }) => balance.next === null && !isWithoutDues,
  },
  'senza-rate': { name: 'Senza rate', includes: ({ isWithoutDues }) => isWithoutDues },
  [REFUNDS]: { name: 'Da rimborsare', includes: () => false },
}
/** The groups that are offered only where somebody is in them. */
const RARE_GROUPS = ['senza-rate', REFUNDS]

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOr404(courseFrom(context, params.course), courseTablePage(url.search))
  const [payers, refunds] = await Promise.all([
    payersOf(staff, course.id),
    openRefundsOfEdition(staff, course.id),
  ])
  const groupParameter = url.searchParams.get('stato') ?? ''
  const chosenGroup = Object.hasOwn(PAYER_GROUPS, groupParameter) ? groupParameter : null
  const group = chosenGroup && PAYER_GROUPS[chosenGroup]
  const sumOf = (amountOf: (payer: Payer) => number) =>
    payers.reduce((sum, payer) => sum + amountOf(payer), 0)
  return {
    course: { id: course.id, title: course.title, isCancelled: course.cancelledAt !== null },
    // Asked only where the page is otherwise empty.
    hasPastPayments: payers.length + refunds.length === 0 && (await hasPayments(staff, course.id)),
    // An edition with nothing but refunds shows them.
    chosenGroup: payers.length === 0 && refunds.length > 0 ? REFUNDS : chosenGroup,
    refunds,
    payers: group ? payers.filter(group.includes) : payers,
    groupCounts: {
      ...Object.fromEntries(
        Object.entries(PAYER_GROUPS).map(([word, { includes }]) => [word, payers.filter(includes).length]),
      ),
      [REFUNDS]: refunds.length,
    } as Record<string, number>,
    payerCount: payers.length,
    owed: sumOf(({ balance }) => balance.owed),
    paid: sumOf(({ balance }) => balance.paid),
    late: sumOf(({ balance }) => balance.late),
    latePayerIds: payers.filter(({ balance }) => balance.late > 0).map(({ id }) => id),
    nextDues: nextDuesOf(payers),
    eurosToRefund: refunds.reduce((sum, { open }) => sum + open, 0),
  }
}

export default function EditionPayments({ loaderData }: Route.ComponentProps) {
  const { course, chosenGroup, payers, refunds, groupCounts, payerCount } = loaderData
  const { owed, paid, late, latePayerIds, nextDues, eurosToRefund } = loaderData
  const page = href('/admin/courses/:course/pagamenti', { course: course.id })
  const currentPage = chosenGroup ? `${page}?stato=${chosenGroup}` : page
  const debtors = payers.filter(({ balance }) => balance.next !== null)
  return (
    <section aria-labelledby="pagamenti">
      <PageHead title={`Pagamenti: ${course.title}`} noindex />
      <h3 id="pagamenti" className="visually-hidden">
        Pagamenti
      </h3>
      {payerCount + refunds.length === 0 ? (
        <NothingToPay course={course} hasPastPayments={loaderData.hasPastPayments} />
      ) : (
        <>
          <dl className="payment-figures">
            <PaymentFigure
              name="Scaduto"
              sum={formatCentsInBrief(late)}
              isLate={late > 0}
              about={formatCount(groupCounts.scaduti ?? 0, 'persona', 'persone')}
            />
            {nextDues && (
              <PaymentFigure
                name={`Scade ${withArticle('il', formatDate(nextDues.dueOn, 'd MMMM'))}`}
                sum={formatCentsInBrief(nextDues.cents)}
                about={formatCount(nextDues.peopleCount, 'persona', 'persone')}
              />
            )}
            <PaymentFigure
              name="Versato"
              sum={formatCentsInBrief(paid)}
              about={`di ${formatCentsInBrief(owed)}`}
            >
              {owed > 0 && <Gauge part={Math.min(1, Math.max(0, paid / owed))} />}
            </PaymentFigure>
            {refunds.length > 0 && (
              <PaymentFigure
                name="Da restituire"
                sum={formatEurosInBrief(eurosToRefund)}
                about={formatCount(refunds.length, 'iscrizione', 'iscrizioni')}
              />
            )}
          </dl>
          <div className="tools payment-tools">
            <Chips
              label="Pagamenti"
              chips={[
                { name: 'Tutti', to: page, isChosen: chosenGroup === null, count: payerCount },
                ...Object.entries(PAYER_GROUPS)
                  .filter(
                    ([word]) => !RARE_GROUPS.includes(word) || word === chosenGroup || groupCounts[word],
                  )
                  .map(([word, { name }]) => ({
                    name,
                    to: `${page}?stato=${word}`,
                    isChosen: chosenGroup === word,
                    count: groupCounts[word] ?? 0,
                    isUrgent: word === 'scaduti' && (groupCounts[word] ?? 0) > 0,
                  })),
              ]}
            />
            <div className="tools-end">
              {latePayerIds.length > 0 && (
                <Link
                  className="button button-small"
                  to={addressWith(href('/admin/pagamenti/promemoria'), {
                    a: latePayerIds,
                    torna: currentPage,
                  })}
                >
                  Promemoria a {formatCount(latePayerIds.length, 'persona', 'persone')}…
                </Link>
              )}
              <Link className="button button-small" to={href('/admin/pagamenti/estratto')}>
                <Icon name="up" /> Estratto conto
              </Link>
            </div>
          </div>
          {chosenGroup === REFUNDS && refunds.length > 0 ? (
            <RefundTable rows={refunds} page={currentPage} />
          ) : payers.length === 0 ? (
            <EmptyState title="Nessuno, con questo filtro." act={<Link to={page}>Mostra tutti</Link>} />
          ) : (
            <PayerChoice ids={debtors.map(({ id }) => id)} page={currentPage}>
              <table
                className={`table dense stack payment-dues ${debtors.length > 0 ? 'payers' : ''}`.trimEnd()}
              >
                <TableHead
                  columns={['Persona', 'Rate']}
                  hidden="Azioni"
                  choice={debtors.length > 0 && <ChooseAll label="Scegli tutte" />}
                />
                <tbody>
                  {payers.map((payer) => (
                    <PayerRow key={payer.id} payer={payer} page={currentPage} />
                  ))}
                </tbody>
              </table>
            </PayerChoice>
          )}
        </>
      )}
    </section>
  )
}

/** `hasPastPayments`: whether payments or refunds were registered, so that the list of received payments has them. */
function NothingToPay({
  course,
  hasPastPayments,
}: {
  course: { id: string; isCancelled: boolean }
  hasPastPayments: boolean
}) {
  if (hasPastPayments)
    return (
      <EmptyState
        title="Nulla da versare né da restituire"
        act={
          <Link to={addressWith(href('/admin/pagamenti'), { stato: 'incassati', corso: course.id })}>
            Vedi incassi e rimborsi
          </Link>
        }
      />
    )
  return (
    <EmptyState title="Nessun pagamento in questa edizione">
      {course.isCancelled
        ? 'L’edizione è annullata: nessuno deve versare nulla.'
        : 'Le rate si scrivono da sole quando approvi un’iscrizione con un prezzo.'}
    </EmptyState>
  )
}

function PayerRow({
  payer: { id, person, payingCompany, price, balance, isWithoutDues },
  page,
}: {
  payer: Payer
  page: string
}) {
  const backQuery = `?torna=${encodeURIComponent(page)}`
  const planPage = href('/admin/iscrizioni/:enrolment/rate', { enrolment: id }) + backQuery
  const payPage = paymentFormPage(id, page)
  const name = `${person.lastName} ${person.firstName}`
  const fullName = `${person.firstName} ${person.lastName}`
  return (
    <tr>
      <td>
        {balance.next && <RowChoice id={id} name={fullName} of={fullName} />}
        <PersonName person={person} />
        <small>{payingCompany ? `paga ${payingCompany}` : 'paga di persona'}</small>
      </td>
      <td data-label="Rate">
        {isWithoutDues ? (
          <>
            Senza rate
            <small className="num">{formatPriceInBrief(price ?? 0)}</small>
          </>
        ) : (
          <>
            <DueChips dues={balance.dues} />
            {balance.open > 0 && balance.dues.length > 1 && (
              <small className="num">restano {formatCentsInBrief(balance.open)}</small>
            )}
            {balance.credit > 0 && <small className="num">{formatCentsInBrief(balance.credit)} in più</small>}
          </>
        )}
      </td>
      <td className="payment-acts">
        <div className="row-actions">
          {isWithoutDues ? (
            <Link className="button button-small" to={planPage} aria-label={`Scrivi le rate: ${name}`}>
              Scrivi le rate
            </Link>
          ) : (
            balance.next && (
              <Link className="button button-small" to={payPage} aria-label={`Registra un incasso: ${name}`}>
                Registra
              </Link>
            )
          )}
          {!isWithoutDues && (
            <More of={name}>
              <Link to={planPage}>Rate…</Link>
              {!balance.next && <Link to={payPage}>Registra un incasso…</Link>}
            </More>
          )}
        </div>
      </td>
    </tr>
  )
}

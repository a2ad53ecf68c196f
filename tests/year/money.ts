/** Dues and payments, in cents, as each page and file of the site says them. */
import { isNotNull, or, sql } from 'drizzle-orm'
import { db } from '../../app/database/client.server'
import { balances } from '../../app/database/schema'
import { balancesOf } from '../../app/enrolments/dues/queries.server'
import { type Balance, toCents } from '../../app/enrolments/dues/rules'
import { exportFigures, paymentsInBatches } from '../../app/payments/accountant/queries.server'
import {
  ALL_PAYMENTS,
  paymentFigures,
  receivedPayments,
  unpaidEnrolments,
} from '../../app/payments/list.queries.server'
import { PAYMENTS_PAGE_SIZE } from '../../app/payments/list.rules'
import { Broken, type World } from './world'

const sum = <Row>(rows: readonly Row[], centsOf: (row: Row) => number) =>
  rows.reduce((total, row) => total + centsOf(row), 0)

const EVER = { from: '2000-01-01', to: '2099-12-31' }

/** Balances, lists, figures and the accountant’s file say what dues and payments add up to, and what people have paid. */
export async function checkMoney(world: World) {
  await checkPeople(world)
  const rows = await db
    .select()
    .from(balances)
    .where(or(isNotNull(balances.openSince), sql`owed <> 0 or paid <> 0`))
  const pages = await balancesOf(rows.map(({ enrolmentId }) => enrolmentId))
  for (const { enrolmentId, owed, paid } of rows) checkBalance(pages.get(enrolmentId), owed, paid)
  await checkLists(world, pages)
  await checkFile(world)
}

/** What a page says of one enrolment. */
function checkBalance(balance: Balance | undefined, owed: number, paid: number) {
  if (!balance || balance.owed !== toCents(owed) || balance.paid !== toCents(paid))
    throw new Broken('A page says other sums than the list')
  const { open, credit } = balance
  if (open - credit !== balance.owed - Math.max(0, balance.paid))
    throw new Broken('What is open is not what was owed without what was paid')
}

/** Σ payments of each person, wherever a move has taken them. */
async function checkPeople({ ledger }: World) {
  const { rows } = await db.execute<{ person: string; cents: number }>(sql`
    select user_id as person, (sum(amount) * 100)::int as cents
    from payments join user_courses w on w.id = enrolment_id group by user_id`)
  const found = new Map(rows.map(({ person, cents }) => [person, cents]))
  const wanted = ledger.sums()
  for (const person of new Set([...found.keys(), ...wanted.keys()]))
    if ((found.get(person) ?? 0) !== (wanted.get(person) ?? 0))
      throw new Broken('Somebody has not paid what was registered')
}

async function allPages<Row>(read: (page: number) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const rows = await read(page)
    all.push(...rows.slice(0, PAYMENTS_PAGE_SIZE))
    if (rows.length <= PAYMENTS_PAGE_SIZE) return all
  }
}

async function checkLists({ office }: World, pages: ReadonlyMap<string, Balance>) {
  const late = await allPages((page) => unpaidEnrolments(office, 'scaduti', { ...ALL_PAYMENTS, page }))
  const figures = await paymentFigures(office)
  for (const { id, open } of late)
    if (toCents(open) !== pages.get(id)?.late)
      throw new Broken('The list of late dues says another sum than the page')
  if (
    toCents(figures.late.euros) !== sum(late, ({ open }) => toCents(open)) ||
    figures.late.count !== late.length
  )
    throw new Broken('The figures above the list are not its sum')

  const received = await allPages((page) => receivedPayments(office, { ...ALL_PAYMENTS, page }))
  const paid = sum([...pages.values()], (balance) => balance.paid)
  if (sum(received, ({ amount }) => toCents(amount)) !== paid)
    throw new Broken('The list of payments is not their sum')
}

/** The file has every payment but those that can be taken back, and says them in its head. */
async function checkFile({ office }: World) {
  const figures = await exportFigures(office, EVER)
  let cents = 0
  for await (const batch of paymentsInBatches(office, EVER))
    cents += sum(batch, ({ amount }) => toCents(amount))
  const { rows } = await db.execute<{ cents: number }>(sql`
    select (coalesce(sum(amount), 0) * 100)::int as cents from payments left join decisions on decisions.id = decision_id
    where not coalesce(held_until > now(), false)`)
  if (cents !== rows[0]?.cents || toCents(figures.euros) !== cents)
    throw new Broken('The accountant’s file is not the sum of the payments')
}

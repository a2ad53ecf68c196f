import { type SQL, sql } from 'drizzle-orm'
import { db } from '../../app/database/client.server'
import { userCourses } from '../../app/database/schema'
import { balancesOf } from '../../app/enrolments/dues/queries.server'
import { creditorReference } from '../../app/enrolments/dues/reference.rules'
import type { Balance } from '../../app/enrolments/dues/rules'
import { plusDays } from '../../app/italian/days'
import { registerPayment } from '../../app/payments/commands.server'
import { registerStatement } from '../../app/payments/statements/commands.server'
import { bookingsOf, certaintyOf, initialChoices } from '../../app/payments/statements/form.rules'
import { proposalsFor } from '../../app/payments/statements/queries.server'
import { readStatement } from '../../app/payments/statements/reader.server'
import { addOrdinals, lineKey } from '../../app/payments/statements/rules'
import { today } from '../../app/runtime/clock'
import { type Act, decision } from './acts'
import type { Random } from './random'
import { Broken, type Enrolled, isLive, someEnrolled, type World } from './world'

const IBAN = 'IT60X0542811101000000123456'
/** Cents that people pay beyond what they owe. */
const TOO_MUCH = 2_000

const owes = sql`w.status in ('approved', 'in_progress', 'completed') and ${isLive}
  and exists (select from balances b where b.enrolment_id = w.id and b.open_since is not null)`
const isLate = () => sql`${owes} and exists (select from balances b
  where b.enrolment_id = w.id and b.open_since < ${today()})`
const hasLeftWithMoney = sql`w.ending in ('cancelled_by_person', 'cancelled_by_office', 'edition_cancelled')
  and exists (select from balances b where b.enrolment_id = w.id and b.paid > 0)`

async function balanceAndReference({ id }: { id: string }) {
  const [row] = await db
    .select({ reference: userCourses.reference })
    .from(userCourses)
    .where(sql`${userCourses.id} = ${id}`)
  const balance = (await balancesOf([id])).get(id)
  if (!row || !balance) throw new Broken('Somebody owes and has no balance')
  return { reference: row.reference, balance }
}

/** The next due, a part of it, all that is open, or too much. */
function amountOf({ next, open }: Balance, random: Random): number {
  const due = next?.open ?? 0
  return random.of([due, due, due, Math.ceil(due / 2), open, open + TOO_MUCH])
}

const byForm = (
  name: string,
  weight: number,
  where: () => SQL,
  centsOf: (balance: Balance, random: Random) => number,
) =>
  decision(name, weight, async (world, random) => {
    const [enrolled] = await someEnrolled(world, where())
    if (!enrolled) return undefined
    const { balance } = await balanceAndReference(enrolled)
    const cents = centsOf(balance, random)
    const payment = {
      cents,
      receivedOn: plusDays(today(), -random.below(3)),
      method: 'cash',
      note: null,
    } as const
    const form = { key: random.uuid(), seenPaid: balance.paid }
    return {
      enrolments: [],
      decide: async () => {
        const registered = await registerPayment(world.office, enrolled.id, payment, form)
        if (!registered.ok) return {}
        world.ledger.add([{ person: enrolled.person.id, cents, decision: registered.decision }])
        return { decision: registered.decision }
      },
    }
  })

/** What people have transferred, as rows that the office copies from its bank. */
async function aStatement(payers: readonly Enrolled[], random: Random): Promise<string> {
  const rows = []
  for (const payer of payers) {
    const { reference, balance } = await balanceAndReference(payer)
    const day = plusDays(today(), -1 - random.below(3))
      .split('-')
      .reverse()
      .join('/')
    const euros = (amountOf(balance, random) / 100).toFixed(2).replace('.', ',')
    const causale = random.chance(0.8) ? creditorReference(reference) : 'saldo corso'
    rows.push(`${day}\tBONIFICO ${causale} ${payer.person.firstName}\t${euros}`)
  }
  return ['Data\tDescrizione\tImporto', ...rows, '01/01/2026\tCOMMISSIONI\t-2,50'].join('\n')
}

/** Registers what the site is certain of, and half of the times what names somebody with another sum. */
async function register(world: World, text: string, random: Random): Promise<{ decision?: string }> {
  const { statement } = await readStatement(text)
  const proposals = await proposalsFor(world.office, IBAN, addOrdinals(statement?.lines ?? []))
  const choices = initialChoices(proposals)
  for (const { line, match } of proposals.doubtful)
    if (match.verdict === 'partial' && random.chance(0.5)) choices.chosen[line.line] = certaintyOf(match)
  const { bookings } = bookingsOf(proposals, choices)
  if (bookings.length === 0) return {}
  const registered = await registerStatement(world.office, IBAN, bookings)
  if (!registered.ok) return {}
  const fresh = bookings.filter(({ line }) => !world.ledger.hasLine(lineKey(line)))
  if (registered.registeredCount !== fresh.length)
    throw new Broken('A line of a statement was registered twice, or not at all')
  const { decision } = registered
  if (!decision) return {}
  for (const { line, reference } of fresh) {
    const [payer] = await someEnrolled(world, sql`w.reference = ${reference}`)
    if (!payer) throw new Broken('A causale has no enrolment')
    world.ledger.add([{ person: payer.person.id, cents: line.cents, decision, line: lineKey(line) }])
  }
  return { decision }
}

export const OF_PAYMENTS: Act[] = [
  byForm('the office registers a payment', 8, () => owes, amountOf),
  byForm('registers one that is late', 4, isLate, amountOf),
  byForm(
    'gives money back to somebody who has left',
    3,
    () => hasLeftWithMoney,
    ({ paid }, random) => -random.of([paid, Math.round(paid * 0.7)]),
  ),
  decision('registers a statement', 4, async (world, random) => {
    const again = world.statements.at(-1)
    const isAgain = again !== undefined && random.chance(0.3)
    const payers = isAgain ? [] : await someEnrolled(world, owes, 1 + random.below(5))
    if (!isAgain && payers.length === 0) return undefined
    const text = isAgain ? again : await aStatement(payers, random)
    world.statements.push(text)
    return { enrolments: [], decide: () => register(world, text, random) }
  }),
]

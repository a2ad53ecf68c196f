import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { withUndo } from '../../../tests/decisions'
import { enrolmentOfPerson } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import type { Member, Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, bankLines, dues, outgoingMail, payments } from '../../database/schema'
import { creditorReference } from '../../enrolments/dues/reference.rules'
import { cancelEnrolment } from '../../enrolments/leave/office.commands.server'
import { requestEnrolment } from '../../enrolments/request/commands.server'
import { approveRequest } from '../../enrolments/review/commands.server'
import { undoDecision } from '../../undo/commands.server'
import { registerPayment } from '../commands.server'
import { registerStatement } from './commands.server'
import {
  bookingsOf,
  candidateField,
  causaleField,
  certaintyOf,
  choiceField,
  choicesFrom,
  enrolmentField,
  initialChoices,
  isChosen,
  LINE_FIELD,
  lineLabels,
  linesFrom,
  OTHER_ENROLMENT,
  readLineField,
  writeLineField,
} from './form.rules'
import { proposalsFor } from './queries.server'
import { readStatement } from './reader.server'
import { addOrdinals, type CountedLine } from './rules'

beforeEach(emptyDatabase)
beforeEach(withUndo)

const IBAN = 'IT60X0542811101000000123456'

/** Who has a seat in a course of 980 € in two parts. */
async function enrolled(staff: Staff, name: string) {
  const course = await aCourse({ title: `Corso di ${name}`, price: 980, paymentInstallments: [490, 490] }, [
    { startDate: inDays(60) },
  ])
  const member = await aMember(name)
  await requestEnrolment(member, course.id)
  const request = await enrolmentOfPerson(member, course)
  await approveRequest(staff, request?.id ?? '')
  return { course, member, id: request?.id ?? '', reference: request?.reference ?? 0 }
}

const statementOf = async (...lines: [text: string, amount: string][]) => {
  const day = inDays(-1).split('-').reverse().join('/')
  const rows = lines.map(([text, amount]) => `${day};${text};${amount}`)
  const { statement } = await readStatement(['Data;Descrizione;Importo', ...rows].join('\n'))
  return addOrdinals(statement?.lines ?? [])
}
const paid = async () =>
  (await db.select().from(payments).orderBy(asc(payments.amount))).map(({ amount }) => amount)

/** Reads lines and registers what is chosen from the beginning. */
async function registerCertain(staff: Staff, lines: Awaited<ReturnType<typeof statementOf>>) {
  const proposals = await proposalsFor(staff, IBAN, lines)
  const { bookings } = bookingsOf(proposals, initialChoices(proposals))
  return { proposals, outcome: await registerStatement(staff, IBAN, bookings) }
}

describe('a statement', () => {
  let staff: Awaited<ReturnType<typeof anAdmin>>
  let ada: { member: Member; id: string; reference: number }
  let bea: { member: Member; id: string; reference: number }
  beforeEach(async () => {
    staff = await anAdmin()
    ada = await enrolled(staff, 'ada')
    bea = await enrolled(staff, 'bea')
  })

  test('becomes payments in one decision, twice the same adds nothing, and is taken back as one', async () => {
    const lines = await statementOf(
      [`BONIFICO ${creditorReference(ada.reference)} ADA`, '490,00'],
      [`${creditorReference(bea.reference)}`, '980,00'],
      [`${creditorReference(ada.reference)} saldo`, '100,00'],
      ['VERSAMENTO', '20,00'],
      ['COMMISSIONI', '-1,00'],
    )
    const { proposals, outcome } = await registerCertain(staff, lines)
    expect(proposals).toMatchObject({ incomingCount: 4, outgoingCount: 1, registeredBeforeCount: 0 })
    expect(proposals.doubtful.map(({ match }) => match.verdict)).toEqual(['partial', 'unmatched'])
    expect(outcome).toMatchObject({ ok: true, registeredCount: 2, registeredBeforeCount: 0 })
    expect(await paid()).toEqual([490, 980])
    const [entry] = await db.select().from(auditLogs).where(eq(auditLogs.entityType, 'payments'))
    expect(entry).toMatchObject({ action: 'create', userId: staff.id })

    const receipts = () => db.$count(outgoingMail, eq(outgoingMail.kind, 'payment-received'))
    expect(await receipts(), 'each is told').toBe(2)

    const again = await registerCertain(staff, lines)
    expect(again.proposals).toMatchObject({ registeredBeforeCount: 2, certain: [] })
    expect(again.outcome).toEqual({ ok: true, registeredCount: 0, registeredBeforeCount: 0 })
    const { bookings } = bookingsOf(proposals, initialChoices(proposals))
    expect(await registerStatement(staff, IBAN, bookings), 'a form sent twice').toEqual({
      ok: true,
      registeredCount: 0,
      registeredBeforeCount: 2,
    })
    expect(await paid()).toEqual([490, 980])

    const decision = outcome.ok ? (outcome.decision ?? '') : ''
    expect(await undoDecision(staff, decision)).toMatchObject({ ok: true })
    expect([await paid(), await db.$count(bankLines), await receipts()]).toEqual([[], 0, 0])
    expect((await registerCertain(staff, lines)).outcome).toMatchObject({ registeredCount: 2 })
  })

  test('registers two transfers that are alike as two', async () => {
    const text = `${creditorReference(ada.reference)} ADA`
    const lines = await statementOf([text, '490,00'], [text, '490,00'])
    expect((await registerCertain(staff, lines.slice(0, 1))).outcome).toMatchObject({ registeredCount: 1 })
    const second = await registerCertain(staff, lines)
    expect(second.proposals).toMatchObject({ registeredBeforeCount: 1 })
    expect(second.outcome).toMatchObject({ registeredCount: 1 })
    expect(await paid()).toEqual([490, 490])
  })

  test('registers each transaction of an entry of CAMT.053 for its own person', async () => {
    const transaction = (reference: number, amount: string) =>
      `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>${creditorReference(reference)}</Ustrd></RmtInf></TxDtls>`
    const { statement } = await readStatement(
      `<Document><Ntry><Amt Ccy="EUR">1470.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${inDays(-1)}</Dt></BookgDt><NtryDtls>${transaction(ada.reference, '490.00')}${transaction(bea.reference, '980.00')}</NtryDtls></Ntry></Document>`,
    )
    const shown = await proposalsFor(staff, '', addOrdinals(statement?.lines ?? []))
    const form = new FormData()
    for (const proposal of shown.certain) {
      form.append(LINE_FIELD, writeLineField(proposal.line))
      form.append(choiceField(proposal.line.line), certaintyOf(proposal.match))
    }
    const lines = linesFrom(form)
    const { bookings } = bookingsOf(await proposalsFor(staff, '', lines), choicesFrom(form, lines))
    expect(bookings.map(({ line, reference }) => [line.cents, reference])).toEqual([
      [49_000, ada.reference],
      [98_000, bea.reference],
    ])
    expect(await registerStatement(staff, '', bookings)).toMatchObject({ ok: true, registeredCount: 2 })
  })

  test('registers what was ticked, whatever a colleague has registered meanwhile', async () => {
    const text = `${creditorReference(ada.reference)} ADA`
    const lines = await statementOf(
      [text, '490,00'],
      [`${creditorReference(bea.reference)} BEA`, '20,00'],
      [text, '300,00'],
    )
    const proposals = await proposalsFor(staff, IBAN, lines)
    expect(proposals.certain.map(({ line }) => line.cents)).toEqual([49_000])
    expect(proposals.doubtful.map(({ line }) => line.cents)).toEqual([2_000, 30_000])
    // The page is open: the line of Bea is registered by a colleague, that of 300 euros is ticked.
    const [ofBea, partial] = proposals.doubtful.map(({ line }) => line) as [CountedLine, CountedLine]
    await registerStatement(staff, IBAN, [{ line: ofBea, reference: bea.reference }])
    const form = new FormData()
    form.append(choiceField(partial.line), 'other-amount')
    const posted = [...proposals.doubtful, ...proposals.certain].map(({ line }) => line)
    const { bookings } = bookingsOf(await proposalsFor(staff, IBAN, posted), choicesFrom(form, posted))
    expect(bookings.map(({ line }) => line.cents)).toEqual([30_000])
  })

  const registerByHand = (id: string, day: number) =>
    registerPayment(
      staff,
      id,
      { cents: 49_000, receivedOn: inDays(day), method: 'transfer', note: null },
      { key: crypto.randomUUID(), seenPaid: 0 },
    )

  test('is in doubt of a transfer that a colleague has registered by hand, and does not tick it', async () => {
    await registerByHand(ada.id, -3)
    const lines = await statementOf([`${creditorReference(ada.reference)} ADA`, '490,00'])
    const { proposals, outcome } = await registerCertain(staff, lines)
    expect(proposals.doubtful.map(({ match }) => match)).toMatchObject([
      { verdict: 'partial', doubt: 'equal-payment', receivedOn: inDays(-3) },
    ])
    expect(outcome).toMatchObject({ registeredCount: 0 })
  })

  test('is in doubt of a movement that another kind of statement has brought', async () => {
    const lines = await statementOf([`BONIFICO ${creditorReference(ada.reference)} ADA`, '490,00'])
    const asTable = await proposalsFor(staff, '', lines)
    const { bookings } = bookingsOf(asTable, initialChoices(asTable))
    await registerStatement(staff, '', bookings)
    const inOtherWords = lines.map((line) => ({ ...line, text: creditorReference(ada.reference) }))
    for (const account of [IBAN, ''])
      expect(await proposalsFor(staff, account, inOtherWords), account).toMatchObject({
        certain: [],
        doubtful: [{ match: { verdict: 'partial', doubt: 'equal-payment' } }],
      })
  })

  test('refuses a tick whose proposal has become weaker meanwhile, until it is ticked again', async () => {
    const lines = await statementOf(
      [`${creditorReference(ada.reference)} ADA`, '490,00'],
      [`${creditorReference(bea.reference)} BEA`, '20,00'],
    )
    const shown = await proposalsFor(staff, IBAN, lines)
    const choicesOf = (proposals: typeof shown) => {
      const form = new FormData()
      for (const { line, match } of [...proposals.doubtful, ...proposals.certain])
        form.append(choiceField(line.line), certaintyOf(match))
      return choicesFrom(form, lines)
    }
    const choices = choicesOf(shown)
    // The page is open and both lines are ticked: a colleague registers the transfer of Ada.
    await registerByHand(ada.id, -1)
    const changed = await proposalsFor(staff, IBAN, lines)
    const { bookings, errors } = bookingsOf(changed, choices)
    expect(bookings.map(({ reference }) => reference)).toEqual([bea.reference])
    expect(errors).toEqual({
      [choiceField(lines[0]?.line ?? 0)]: expect.stringContaining('Nel frattempo è cambiata la proposta'),
    })
    expect(changed.doubtful.map((proposal) => isChosen(proposal, choices))).toEqual([false, true])
    expect(bookingsOf(changed, choicesOf(changed))).toMatchObject({ bookings: [{}, {}], errors: {} })
  })

  test('takes a causale that the office writes, and names the line where it is wrong', async () => {
    const lines = await statementOf(['VERSAMENTO', '20,00'], ['ALTRO', '30,00'])
    const proposals = await proposalsFor(staff, IBAN, lines)
    const [first, second] = proposals.doubtful.map(({ line }) => line.line) as [number, number]
    const written = {
      chosen: {},
      candidates: {},
      causali: { [first]: `${creditorReference(ada.reference)} Ada`, [second]: 'Ada' },
    }
    const { bookings, errors } = bookingsOf(proposals, written)
    expect(errors).toEqual({ [causaleField(second)]: 'Scrivi la causale dell’iscrizione: RF e otto cifre' })
    expect(await registerStatement(staff, IBAN, bookings)).toMatchObject({ ok: true, registeredCount: 1 })
    expect(await paid()).toEqual([20])
  })

  test('proposes an enrolment once that a line names by its causale and another by the name', async () => {
    const lines = await statementOf(
      [`BONIFICO ${creditorReference(ada.reference)}`, '490,00'],
      ['BONIFICO ADA PROVA', '20,00'],
    )
    const { certain, doubtful } = await proposalsFor(staff, IBAN, lines)
    expect(certain).toMatchObject([{ match: { enrolment: { id: ada.id } } }])
    expect(doubtful).toMatchObject([{ match: { verdict: 'unmatched', candidates: [{ id: ada.id }] } }])
  })

  test('takes a proposed enrolment that the office chooses, but no other, and the causale of another one', async () => {
    const named = await statementOf(['BONIFICO ADA PROVA', '490,00'])
    const [found] = (await proposalsFor(staff, IBAN, named)).doubtful
    expect(found?.match).toMatchObject({ verdict: 'unmatched', candidates: [{ id: ada.id }] })
    const bookingsWith = async (fields: Record<string, string>) => {
      const form = new FormData()
      for (const [field, text] of Object.entries(fields)) form.append(field, text)
      return bookingsOf(await proposalsFor(staff, IBAN, named), choicesFrom(form, named))
    }
    const line = found?.line.line ?? 0
    const [candidate, causale] = [candidateField(line), causaleField(line)]
    expect(await bookingsWith({ [candidate]: '' })).toEqual({ bookings: [], errors: {} })
    expect(await bookingsWith({ [candidate]: String(ada.reference) })).toMatchObject({
      bookings: [{ reference: ada.reference }],
      errors: {},
    })
    for (const strange of [String(bea.reference), 'x'])
      expect(await bookingsWith({ [candidate]: strange })).toEqual({
        bookings: [],
        errors: {
          [candidate]: 'Questa iscrizione non è tra quelle proposte: scegline una, o scrivi la causale',
        },
      })
    expect(await bookingsWith({ [candidate]: OTHER_ENROLMENT })).toEqual({
      bookings: [],
      errors: { [causale]: 'Scrivi la causale dell’iscrizione: RF e otto cifre' },
    })
    const written = { [causale]: creditorReference(bea.reference) }
    for (const [choice, reference] of [
      ['', bea.reference],
      [OTHER_ENROLMENT, bea.reference],
      [String(ada.reference), ada.reference],
    ] as const)
      expect(await bookingsWith({ ...written, [candidate]: choice })).toMatchObject({
        bookings: [{ reference }],
        errors: {},
      })
  })

  test('names a ticked line whose enrolment is no longer there, and takes a candidate that became certain', async () => {
    const lines = await statementOf([`BONIFICO ${creditorReference(ada.reference)} ADA`, '490,00'])
    const { certain } = await proposalsFor(staff, IBAN, lines)
    const line = certain[0]?.line.line ?? 0
    const ticked = new FormData()
    ticked.append(choiceField(line), 'certain')
    const picked = new FormData()
    picked.append(candidateField(line), String(ada.reference))
    expect(bookingsOf(await proposalsFor(staff, IBAN, lines), choicesFrom(picked, lines))).toMatchObject({
      bookings: [{ reference: ada.reference }],
      errors: {},
    })
    await cancelEnrolment(staff, ada.id, 'Chiuso')
    const { bookings, errors } = bookingsOf(
      await proposalsFor(staff, IBAN, lines),
      choicesFrom(ticked, lines),
    )
    expect(bookings).toEqual([])
    expect(errors[causaleField(line)]).toContain('Nel frattempo è cambiata l’iscrizione')
  })

  test('names a refused line at the field that says whom it pays, which has a label', async () => {
    const lines = await statementOf(['VERSAMENTO', '20,00'])
    const line = lines[0]?.line ?? 0
    const fieldWith = (field: string, text: string) => {
      const form = new FormData()
      form.append(field, text)
      return enrolmentField(line, choicesFrom(form, lines))
    }
    expect(fieldWith(choiceField(line), 'certain')).toBe(choiceField(line))
    expect(fieldWith(causaleField(line), 'RF')).toBe(causaleField(line))
    expect(fieldWith(candidateField(line), '1')).toBe(candidateField(line))
    expect(Object.keys(lineLabels(lines)).toSorted()).toEqual(
      [candidateField(line), causaleField(line), choiceField(line)].toSorted(),
    )
  })

  test('refuses as a whole what pays a seat without dues, until they are written', async () => {
    await db.delete(dues).where(eq(dues.enrolmentId, bea.id))
    const [line] = await statementOf(['VERSAMENTO', '20,00'])
    if (!line) throw new Error('The statement has no line')
    const bookings = [ada.reference, bea.reference].map((reference) => ({ line, reference }))
    expect(await registerStatement(staff, IBAN, bookings)).toEqual({
      ok: false,
      refusal: 'without-dues',
      references: [bea.reference],
    })
    expect(await paid()).toEqual([])
  })

  test('a request pays nothing yet: its causale is unknown, as for a payment by hand', async () => {
    const course = await aCourse({ title: 'Corso di dora', price: 980 }, [{ startDate: inDays(60) }])
    const dora = await aMember('dora')
    await requestEnrolment(dora, course.id)
    const reference = (await enrolmentOfPerson(dora, course))?.reference ?? 0
    const lines = await statementOf([`BONIFICO ${creditorReference(reference)}`, '490,00'])
    const { doubtful } = await proposalsFor(staff, IBAN, lines)
    expect(doubtful).toMatchObject([{ match: { verdict: 'unmatched', doubt: 'unknown-reference' } }])
    const bookings = lines.map((line) => ({ line, reference }))
    expect(await registerStatement(staff, IBAN, bookings)).toEqual({
      ok: false,
      refusal: 'unknown-reference',
      references: [reference],
    })
    expect(await paid()).toEqual([])
  })

  test('refuses as a whole what no live enrolment has as its causale, and days to come', async () => {
    await cancelEnrolment(staff, bea.id, 'Chiuso')
    const [line] = await statementOf(['VERSAMENTO', '20,00'])
    if (!line) throw new Error('The statement has no line')
    const bookings = [ada.reference, bea.reference, 999_999].map((reference) => ({ line, reference }))
    expect(await registerStatement(staff, IBAN, bookings)).toEqual({
      ok: false,
      refusal: 'unknown-reference',
      references: [bea.reference, 999_999],
    })
    const future = [{ line: { ...line, day: inDays(1) }, reference: ada.reference }]
    expect(await registerStatement(staff, IBAN, future)).toMatchObject({ refusal: 'future-day' })
    expect([await paid(), await db.$count(bankLines)]).toEqual([[], 0])
  })
})

test('10,000 lines are read and compared within three seconds', async () => {
  const staff = await anAdmin()
  const { reference } = await enrolled(staff, 'ada')
  const rows = Array.from({ length: 10_000 }, (_, place): [string, string] => [
    `BONIFICO ${place} DA ADA PROVA ${place % 2 ? creditorReference(reference) : ''}`,
    '1,00',
  ])
  const begin = performance.now()
  const proposals = await proposalsFor(staff, IBAN, await statementOf(...rows))
  expect(proposals).toMatchObject({ incomingCount: 10_000, moreDoubtfulCount: 9_900 })
  expect(performance.now() - begin).toBeLessThan(3_000)
})

test('a line travels in a field as it is, and nothing else does', async () => {
  const [line] = await statementOf(['È «RF» <b>', '20,00'])
  if (!line) throw new Error('The statement has no line')
  expect(readLineField(writeLineField(line))).toEqual(line)
  const wrong = [
    '',
    '[]',
    'null',
    '{}',
    '[1,"2027-02-31",1,"",null,1]',
    '[1,"2027-01-01",-1,"",null,1]',
    '[1,"2027-01-01",1.5,"",null,1]',
  ]
  expect(wrong.map(readLineField)).toEqual(wrong.map(() => null))
})

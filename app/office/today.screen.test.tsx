import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { anOwing, dueFell } from '../../tests/payments'
import { anAdmin, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import { paymentReminders } from '../database/schema'
import { lateEnrolments } from '../payments/list.queries.server'
import TodayScreen from './today.screen'

beforeEach(emptyDatabase)

async function pageOf(staff: Parameters<typeof lateEnrolments>[0], facts = {}): Promise<string> {
  const loaderData = {
    now: new Date(),
    day: inDays(0),
    toasts: [],
    calls: [],
    certificates: [],
    lessons: { coming: [], openRegisters: [], openRegistersTotal: 0 },
    latePayments: await lateEnrolments(staff, 5),
    requests: { total: 0, requests: [] },
    contacts: { total: 0, contacts: [] },
    editions: { total: 0, editions: [] },
    emails: { total: 0, emails: [] },
    ...facts,
  }
  const props = { loaderData } as unknown as ComponentProps<typeof TodayScreen>
  const router = createMemoryRouter([{ path: '/', element: <TodayScreen {...props} /> }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('a late payment was reminded of if the first reminder after its due went, not one of before', async () => {
  const { admin, id } = await anOwing('ada')
  await dueFell(id, -3)
  const remind = (kind: 'before' | 'first') =>
    db.insert(paymentReminders).values({ enrolmentId: id, number: 1, kind })
  await remind('before')
  expect(await pageOf(admin)).toContain('Pagamenti scaduti')
  expect(await pageOf(admin)).not.toContain('già sollecitato')
  await remind('first')
  expect(await pageOf(admin)).toContain('già sollecitato')
})

test('the list of undelivered e-mails says of how many days it is', async () => {
  const email = {
    id: 7,
    toName: 'Ada',
    toAddress: 'ada@example.it',
    subject: 'Conferma',
    failedAt: new Date(),
  }
  const page = await pageOf(await anAdmin(), { emails: { total: 1, emails: [email] } })
  expect(page).toContain('Email non consegnate negli ultimi 7 giorni')
})

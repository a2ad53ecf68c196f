/** A form whose change fails shows what was typed, and says so in the title and in a toast. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { recentSignUp } from '../app/accounts/recent-sign-up.server'
import { signIn } from '../app/accounts/sign-in/commands.server'
import { beginSecondFactor } from '../app/accounts/two-factor/commands.server'
import { db } from '../app/database/client.server'
import { userCourses } from '../app/database/schema'
import { creditorReference } from '../app/enrolments/dues/reference.rules'
import { openFeed } from '../app/enrolments/mine/feed/commands.server'
import { createFormTimestamp } from '../app/http/form-timestamp.server'
import { writeDay } from '../app/italian/dates'
import { causaleField, LINE_FIELD, writeLineField } from '../app/payments/statements/form.rules'
import { today } from '../app/runtime/clock'
import { newToken } from '../app/runtime/token.server'
import { codeOf } from './codes'
import { markupOf, whileWritesFail } from './failing-writes'
import { anOwing } from './payments'
import { aPerson, aRequest, aVisitor, cookieOf, PASSWORD, sentBack } from './people'
import { withSecondFactor } from './second-factor'
import { wholeSite } from './site'
import { aFullCourse, waitFor } from './waiting'
import { aCourse, aMember, decided, emptyDatabase, inDays } from './world'

let site: Awaited<ReturnType<typeof wholeSite>>
const ids: Record<string, string> = {}
const cookies: Record<string, string> = {}
let statement: Record<string, string>

beforeAll(async () => {
  await emptyDatabase()
  site = await wholeSite(await import('../app/entry.server'))
  const dora = await aPerson('dora', 'admin')
  const owing = await anOwing()
  const elsewhere = await aCourse({ seriesId: owing.course.seriesId }, [{ startDate: inDays(90) }])
  const full = await aFullCourse(1)
  const bea = await aMember('bea')
  const [own] = await db
    .insert(userCourses)
    .values({ userId: dora.id, courseId: owing.course.id, ...decided('approved') })
    .returning()
  const [seat] = await db.select().from(userCourses).where(sql`id = ${owing.id}`)
  const line = { line: 2, day: inDays(-1), cents: 900, text: 'X', bankReference: null, ordinal: 1 }
  statement = {
    [LINE_FIELD]: writeLineField(line),
    [causaleField(2)]: creditorReference(seat?.reference ?? 0),
  }
  Object.assign(ids, {
    seat: owing.id,
    person: owing.member.id,
    course: owing.course.id,
    elsewhere: elsewhere.id,
    full: full.id,
    request: await waitFor(bea, full),
    own: own?.id,
    ownRequest: await waitFor(dora, full),
    coming: (await aCourse({ comingSoon: true })).slug,
    token: newToken(),
    timestamp: await createFormTimestamp(Date.now() - 60_000),
  })
  await openFeed(dora)
  cookies.dora = await cookieOf(dora.email)
  const signUp = await recentSignUp.write({
    email: 'eva@example.it',
    firstName: 'Eva',
    lastName: 'Neri',
    destination: null,
  })
  cookies['who has signed up'] = signUp.split(';')[0] ?? ''
  const begun = await beginSecondFactor(dora, PASSWORD)
  if (!begun.ok) throw new Error(begun.refusal)
  Object.assign(ids, { setup: begun.sealedSetup, code: codeOf(begun.key) })
})

const REGISTERED = { direction: 'in', amount: '12,50', receivedOn: writeDay(today()), method: 'cash' }
const NEW_PASSWORD = 'portico-dei-cento-archi'
const BILLING = { kind: 'person', name: 'Ada Neri', country: 'IT', town: 'Fermo' }

/** The sender, the address, what is sent beside the hidden fields of the page, and what the page shows again. */
const SENT: [
  sender: string,
  path: string,
  fields: () => Record<string, string>,
  shown: (string | RegExp)[],
][] = [
  [
    'dora',
    '/admin/iscrizioni/:request/rate',
    () => ({ price: '321', reason: 'Accordo' }),
    ['value="321"', 'value="Accordo"'],
  ],
  [
    'dora',
    '/admin/iscrizioni/:seat/incasso',
    () => ({ ...REGISTERED, note: 'Busta 7' }),
    ['value="12,50"', 'value="Busta 7"', /<option[^>]*value="cash"[^>]*selected/],
  ],
  ['dora', '/admin/people/:person/fatturazione', () => BILLING, ['value="Ada Neri"', 'value="Fermo"']],
  ['dora', '/dashboard/fatturazione', () => BILLING, ['value="Ada Neri"', 'value="Fermo"']],
  ['dora', '/admin/pagamenti/estratto', () => statement, [/value="RF\d{8}"/, /name="riga"/]],
  [
    'dora',
    '/admin/iscrizioni/:seat/disdici',
    () => ({ chosen: 'altro', reason: 'Si è trasferita' }),
    ['>Si è trasferita</textarea>'],
  ],
  // Buttons of lists: the address asks about one request, or the form has a reason for all that are chosen.
  [
    'dora',
    '/admin/richieste?rifiuta=:request',
    () => ({ intent: 'reject', enrolment: ids.request ?? '', reason: 'Mancano i requisiti' }),
    ['>Mancano i requisiti</textarea>'],
  ],
  [
    'dora',
    '/admin?index&rifiuta=:request',
    () => ({ intent: 'reject', enrolment: ids.request ?? '', reason: 'Mancano i requisiti' }),
    ['>Mancano i requisiti</textarea>'],
  ],
  [
    'dora',
    '/admin/richieste',
    () => ({ intent: 'reject-many', chosen: ids.request ?? '', reasonForAll: 'Mancano i requisiti' }),
    [/<details open.*>Mancano i requisiti<\/textarea>/s, /class="row-choice"[^>]*checked/],
  ],
  [
    'dora',
    '/admin/courses/:full/lista-attesa?offri=:request',
    () => ({ intent: 'offer', enrolment: ids.request ?? '', reason: 'Ha telefonato', overCapacity: 'on' }),
    ['>Ha telefonato</textarea>', /name="overCapacity"[^>]*checked|checked[^>]*name="overCapacity"/],
  ],
  [
    'dora',
    '/admin/courses/:course/iscritti',
    () => ({ intent: 'start-many', chosen: ids.seat ?? '', early: '1' }),
    [/class="row-choice"[^>]*checked/],
  ],
  [
    'dora',
    '/admin/iscrizioni/:seat/sposta',
    () => ({ course: ids.elsewhere ?? '', overCapacity: ids.elsewhere ?? '' }),
    [/type="radio"[^>]*checked/, /name="overCapacity"[^>]*checked/],
  ],
  [
    'dora',
    '/admin/courses/:course/iscritti/sposta?a=:seat',
    () => ({ course: ids.elsewhere ?? '', overCapacity: ids.elsewhere ?? '' }),
    [/type="radio"[^>]*checked/, /name="overCapacity"[^>]*checked/],
  ],
  [
    'dora',
    '/dashboard/iscrizioni/:own/sposta',
    () => ({ course: ids.elsewhere ?? '' }),
    [/type="radio"[^>]*checked/],
  ],
  [
    'dora',
    '/admin/courses/:full/lista-attesa/aggiungi',
    () => ({ email: 'ada@example.it' }),
    ['value="ada@example.it"'],
  ],
  [
    'dora',
    '/admin/people/:person/cancellazione',
    () => ({ email: 'ada@example.it' }),
    ['value="ada@example.it"'],
  ],
  ['dora', '/dashboard/profilo', () => ({ firstName: 'Dora', lastName: 'Neri' }), ['value="Neri"']],
  [
    'dora',
    '/dashboard/password',
    () => ({ current: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }),
    ['name="current"'],
  ],
  [
    'dora',
    '/dashboard/due-passaggi',
    () => ({ intent: 'activate', setup: ids.setup ?? '', code: ids.code ?? '' }),
    ['name="setup"', 'name="code"'],
  ],
  ['dora', '/dashboard/elimina', () => ({ current: PASSWORD }), ['name="current"']],
  ['dora', '/dashboard', () => ({ intent: 'withdraw', enrolment: ids.ownRequest ?? '' }), []],
  ['dora', '/dashboard/account', () => ({ intent: 'sign-out-everywhere' }), []],
  ['dora', '/dashboard/accessi', () => ({ intent: 'end-others' }), []],
  ['dora', '/dashboard/calendario', () => ({ intent: 'renew' }), []],
  ['dora', '/dashboard/iscrizioni/:own/disdici', () => ({ intent: 'cancel' }), []],
  [
    'a visitor',
    '/corsi/:coming/avvisami',
    () => ({ email: 'eva@example.it', timestamp: ids.timestamp ?? '' }),
    ['value="eva@example.it"'],
  ],
  ['a visitor', '/auth/nuova-email', () => ({ token: ids.token ?? '' }), ['Conferma l’indirizzo']],
  ['a visitor', '/auth/recupera', () => ({ email: 'eva@example.it' }), ['value="eva@example.it"']],
  ['a visitor', '/auth/conferma', () => ({ email: 'eva@example.it' }), ['value="eva@example.it"']],
  ['who has signed up', '/auth/controlla-la-posta', () => ({}), ['eva@example.it']],
  [
    'a visitor',
    '/auth/conferma',
    () => ({ token: ids.token ?? '', password: PASSWORD }),
    [/name="token" value="[^"]/],
  ],
  [
    'a visitor',
    '/verifica',
    () => ({ number: '2027/0031', lastName: 'Neri' }),
    ['value="2027/0031"', 'value="Neri"'],
  ],
]

test.each(SENT)('%s sends %s, and nothing typed is lost', async (sender, path, fields, shown) => {
  const address = path.replace(/:(\w+)/g, (_, name) => ids[name] ?? '')
  const cookie = cookies[sender] ?? ''
  const opened = await markupOf(await site(aRequest(address, cookie)))
  const hidden = [...opened.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const sent = Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
  const body = new URLSearchParams({ ...sent, ...fields() })
  const answer = await withoutWrites(sender === 'dora' ? [] : READ_FOR_VISITORS, () =>
    site(aRequest(address, cookie, { method: 'POST', body })),
  )
  const page = await markupOf(answer)
  expect(answer.status, page).toBe(503)
  expect(page).toMatch(/<title>Errore/)
  // The change may be stored all the same: sent again, it must not count twice or overwrite a newer one.
  for (const name of ['key', 'version', 'known', 'seenUpdatedAt'])
    if (sent[name]) expect(page).toContain(`name="${name}" value="${sent[name]}"`)
  expect(page).toMatch(
    /il servizio non risponde, riprova tra poco|Il servizio non risponde: riprova tra poco/,
  )
  for (const what of shown) expect(page).toMatch(what)
})

test('the code of a sign-in can be sent again', async () => {
  const gina = await aPerson('gina')
  const { key } = await withSecondFactor(gina)
  const entered = await signIn(aVisitor(), { email: gina.email, password: PASSWORD })
  if (!entered.ok) throw new Error(entered.refusal)
  const body = new URLSearchParams({ code: codeOf(key, 1) })
  const send = () => site(aRequest('/auth/codice', sentBack(entered.headers), { method: 'POST', body }))
  const answer = await withoutWrites(['second_factors'], send)
  expect(answer.status).toBe(503)
  expect(await markupOf(answer)).toMatch(/<title>Errore.*riprova tra poco.*name="code"/s)
  expect((await send()).status).toBe(302)
})

/** Some forms of visitors read and change nothing else. */
const READ_FOR_VISITORS = ['profiles', 'verifications', 'certificates']

/** Does `work` while writes fail, and without `tables`; reading others goes on. */
async function withoutWrites<Result>(tables: string[], work: () => Promise<Result>): Promise<Result> {
  for (const table of tables) await db.execute(sql.raw(`alter table ${table} rename to away_${table}`))
  try {
    return await whileWritesFail(work)
  } finally {
    for (const table of tables) await db.execute(sql.raw(`alter table away_${table} rename to ${table}`))
  }
}

import type { Page } from '@playwright/test'
import { ADDRESSES } from '../documents'
import { type Door, outcome } from './doors'
import { aContact, aDocumentOf, aFeedOf, aFileFor, anEnrolmentOf } from './examples'
import { aColleague, aMember, ask, idOf, letTeach } from './people'
import { DEMO_ACCOUNTS, expect, signIn, test } from './site'

const COURSE = 'marketing-strategico-e-vendite-4-0'
/** Examples of parameters; documents belong to the member. */
const EXAMPLES: Record<string, string> = {
  ':lesson': '1',
  ':slug': COURSE,
  ':course': COURSE,
  ':entry': '1',
  ':question': 'prima-1',
  ':office': 'fermo',
  ':colleague': 'esempio-1',
  ':closure': 'nuova',
  ':version': 'altra',
  ':email': '1',
  ':code': '0'.repeat(26),
  ':certificate': 'nessuno',
  ':payment': 'nessuno',
  ':page': 'privacy-policy',
  ':number': '1',
  '*': 'non-esiste',
}

const EVERYBODY: Door = { reads: ['200', '200', '200'], posts: ['405', '405'] }
const LINKS: Door = { reads: ['200', '200', '200'], posts: ['400', '400'] }
const MEMBERS: Door = { reads: ['→ /auth', '200', '200'], posts: ['→ /auth', '400'] }
/** Of the member alone. */
const OWN_ENROLMENT: Door = {
  reads: ['→ /auth', '200', '→ /dashboard'],
  posts: ['→ /auth', '400'],
  other: ['→ /dashboard', '400'],
}
/** A refused form shows its page again. */
const OWN_FORM: Door = {
  ...OWN_ENROLMENT,
  other: ['→ /dashboard', '→ /dashboard'],
  data: { other: ['→ /dashboard', '400'] },
}
const OFFICE: Door = { reads: ['→ /auth', '→ /', '200'], posts: ['→ /auth', '→ /'] }
/** Of whoever may mark the registers of this edition: another teacher is led away like any member. */
const TEACHERS: Door = {
  reads: ['→ /auth', '→ /docente', '→ /docente'],
  posts: ['→ /auth', '→ /docente'],
  teacher: ['200', '→ /docente/:edition/lezioni/1'],
}
/** An example has none. */
const ABSENT: Door = { ...OFFICE, reads: ['→ /auth', '→ /', '404'] }
/** What a secretary does not open. */
const ADMINS: Door = { ...OFFICE, forAdmins: true }
const ABSENT_FOR_ADMINS: Door = { ...ADMINS, reads: ['→ /auth', '→ /', '404'] }
/** The former address of a page of an edition. */
const former = (page: string): Door => ({
  ...OFFICE,
  reads: ['→ /auth', '→ /', `→ /admin/courses/${COURSE}/${page}`],
})
/** Without a page of its own. */
const DEEDS: Door = { ...OFFICE, reads: ['→ /auth', '→ /', '→ /admin'] }
/** Programs get a status. */
const LOG: Door = { ...ADMINS, data: { reads: ['403', '403', '200'], posts: ['403', '403'] } }
const anExport = (file: string): Door => ({
  reads: ['403', '403', '200'],
  posts: ['403', '403'],
  data: { reads: ['403', '403', `→ ${file}`] },
})
/** Of the office, in the folder of a course. */
const aPaper = (file: string): Door => ({
  ...OFFICE,
  data: { reads: ['→ /auth', '→ /', `→ /admin/courses/${COURSE}/${file}`] },
})

const DOORS: Record<string, Door> = {
  '/': EVERYBODY,
  '/corsi': EVERYBODY,
  '/corsi/:slug': EVERYBODY,
  '/confronta': EVERYBODY,
  '/corsi/:slug/iscrizione': {
    reads: [`→ /corsi/${COURSE}`, `→ /corsi/${COURSE}`, `→ /corsi/${COURSE}`],
    posts: ['→ /auth', `→ /corsi/${COURSE}`],
    data: { posts: ['→ /auth', '→ /dashboard'] }, // they have asked by then
  },
  // The course has free seats.
  '/corsi/:slug/avvisami': {
    reads: [`→ /corsi/${COURSE}`, `→ /corsi/${COURSE}`, `→ /corsi/${COURSE}`],
    posts: [`→ /corsi/${COURSE}`, `→ /corsi/${COURSE}`],
  },
  '/avvisi/:token': { reads: ['404', '404', '404'], posts: ['400', '400'] }, // the token of a calendar
  '/v/:code': { reads: ['404', '404', '404'], posts: ['405', '405'] }, // of no attestato
  '/verifica': LINKS,
  '/corsi/:slug/anteprima.png': EVERYBODY,
  '/corsi/:slug/calendario.ics': EVERYBODY,
  '/corsi/:slug/foto/:file': { reads: ['404', '404', '404'], posts: ['405', '405'] }, // no photograph
  '/corsi/:slug/brochure': EVERYBODY,
  '/foto/:file': { reads: ['404', '404', '404'], posts: ['405', '405'] },
  '/impostazioni/:version.json': EVERYBODY,
  '/calendario/:token.ics': EVERYBODY, // the address is the key
  '/offerte/:token': { reads: ['404', '404', '404'], posts: ['400', '400'] }, // the address is the key
  '/documenti/:document': { reads: ['→ /auth', '200', '200'], posts: ['405', '405'], other: ['404', '405'] },
  '/contatti': LINKS,
  '/contatti/corsi': EVERYBODY,
  '/chi-siamo': EVERYBODY,
  '/privacy-policy': EVERYBODY,
  '/cookie-policy': EVERYBODY,
  '/note-legali': EVERYBODY,
  '/accessibilita': EVERYBODY,
  '/pagine-legali/:page/:number': EVERYBODY,
  '/anteprima.png': EVERYBODY,
  '/sitemap.xml': EVERYBODY,
  '/robots.txt': EVERYBODY,
  '/site.webmanifest': EVERYBODY,
  '/speculation-rules.json': EVERYBODY,
  '/.well-known/security.txt': EVERYBODY,
  '/auth': { reads: ['200', '→ /dashboard', '→ /admin/oggi'], posts: ['400', '→ /dashboard'] },
  '/auth/controlla-la-posta': {
    reads: ['200', '→ /dashboard', '→ /dashboard'],
    posts: ['→ /auth/conferma', '→ /dashboard'],
  },
  '/auth/conferma': LINKS,
  '/auth/recupera': LINKS,
  '/auth/nuova-password': LINKS,
  '/auth/nuova-email': LINKS,
  '/auth/codice': { reads: ['→ /auth', '→ /dashboard', '→ /admin/oggi'], posts: ['→ /auth', '→ /dashboard'] },
  '/sessione': { reads: ['401', '200', '200'], posts: ['401', '200'] },
  '/functions/v1': EVERYBODY,
  '/functions/v1/openapi.json': EVERYBODY,
  '/functions/v1/handle-contact-form': { reads: ['405', '405', '405'], posts: ['415', '415'] },
  '/functions/v1/enroll_user_in_courses': { reads: ['405', '405', '405'], posts: ['401', '415'] },
  '/*': { reads: ['404', '404', '404'], posts: ['404', '404'] },
  '/dashboard': MEMBERS,
  '/dashboard/profilo': MEMBERS,
  '/dashboard/account': MEMBERS,
  '/dashboard/password': MEMBERS,
  '/dashboard/due-passaggi': MEMBERS,
  '/dashboard/accessi': MEMBERS,
  '/dashboard/fatturazione': MEMBERS,
  '/dashboard/calendario': MEMBERS,
  '/dashboard/elimina': MEMBERS,
  '/dashboard/iscrizioni/:enrolment': OWN_FORM,
  '/dashboard/iscrizioni/:enrolment/disdici': OWN_ENROLMENT,
  '/dashboard/iscrizioni/:enrolment/sposta': OWN_FORM,
  '/dashboard/iscrizioni/:enrolment/rinvio': OWN_ENROLMENT,
  '/dashboard/iscrizioni/:enrolment/posto': OWN_ENROLMENT,
  '/dashboard/documenti/:file': {
    reads: ['→ /auth', '200', '200'],
    posts: ['→ /auth', '405'],
    other: ['404', '405'],
  },
  '/dashboard/dati.json': {
    reads: ['→ /auth', '200', '200'],
    posts: ['→ /auth', '405'],
    data: { reads: ['→ /auth', '→ /dashboard/dati.json', '→ /dashboard/dati.json'] },
  },
  '/dashboard/riepilogo.pdf': {
    reads: ['→ /auth', '200', '200'],
    posts: ['→ /auth', '405'],
    data: { reads: ['→ /auth', '→ /dashboard/riepilogo.pdf', '→ /dashboard/riepilogo.pdf'] },
  },
  '/ripresa': { reads: ['→ /auth', '→ /dashboard', '→ /dashboard'], posts: ['→ /auth', '→ /dashboard'] },
  '/docente': { reads: ['→ /auth', '200', '200'], posts: ['→ /auth', '405'] },
  '/docente/:edition/lezioni/:lesson': TEACHERS,
  '/docente/:edition/lezioni/:lesson/segni': {
    ...TEACHERS,
    teacher: ['→ /docente/:edition/lezioni/1', '409'], // the lesson has not begun
  },
  '/docente/:edition/lezioni/:lesson/firme': { ...TEACHERS, teacher: ['200', '405'] },
  '/admin': OFFICE,
  '/admin/oggi': OFFICE,
  '/admin/richieste': OFFICE,
  '/admin/courses/new': OFFICE,
  '/admin/courses/:course': OFFICE,
  '/admin/courses/:course/edizione': former('panoramica'),
  '/admin/courses/:course/panoramica': OFFICE,
  '/admin/courses/:course/annulla-edizione': OFFICE,
  '/admin/courses/:course/rinvia': OFFICE,
  '/admin/courses/:course/conferma': OFFICE,
  '/admin/courses/:course/messaggio': former('messaggi/nuovo'),
  '/admin/courses/:course/messaggi': OFFICE,
  '/admin/courses/:course/messaggi/nuovo': OFFICE,
  '/admin/courses/:course/pagamenti': OFFICE,
  '/admin/courses/:course/attestati': OFFICE,
  '/admin/attestati/:certificate/revoca': ABSENT,
  '/admin/attestati/:certificate/riemetti': ABSENT,
  '/admin/courses/:course/lezioni/docenti': OFFICE,
  '/admin/courses/:course/lezioni': OFFICE,
  '/admin/courses/:course/lezioni/:lesson': OFFICE,
  '/admin/courses/:course/lezioni/:lesson/report': OFFICE,
  '/admin/courses/:course/lezioni/:lesson/segni': former('lezioni/1'),
  '/admin/courses/:course/documenti': OFFICE,
  '/admin/courses/:course/lista-attesa': OFFICE,
  '/admin/courses/:course/lista-attesa/aggiungi': OFFICE,
  '/admin/decisioni': OFFICE,
  '/admin/decisioni/:decision/ripristina': { ...OFFICE, reads: ['→ /auth', '→ /', '→ /admin/decisioni'] },
  '/admin/iscrizioni/:enrolment/disdici': OFFICE,
  '/admin/iscrizioni/:enrolment/incasso': OFFICE,
  '/admin/iscrizioni/:enrolment/rate': OFFICE,
  '/admin/iscrizioni/:enrolment/sposta': OFFICE,
  '/admin/iscrizioni/:enrolment/rinvio': OFFICE,
  '/admin/iscrizioni/:enrolment/documento': OFFICE,
  '/admin/documenti-personali/:file/elimina': OFFICE,
  '/admin/courses/:course/pubblica': DEEDS,
  '/admin/courses/:course/elimina': OFFICE,
  '/admin/courses/:course/iscritti': OFFICE,
  '/admin/courses/:course/iscritti/sposta': OFFICE,
  '/admin/courses/:course/iscritti/firme': OFFICE,
  '/admin/courses/:course/iscritti/cartellini': OFFICE,
  '/admin/courses/:course/iscritti/stampa': OFFICE,
  '/admin/courses/:course/pdf': OFFICE,
  '/admin/courses/:course/documenti/foto': OFFICE,
  '/admin/courses/:course/ripristina': DEEDS,
  '/admin/courses/:course/iscritti.csv': anExport(`/admin/courses/${COURSE}/iscritti.csv`),
  '/admin/courses/:course/iscritti/firme.pdf': aPaper('iscritti/firme.pdf'),
  '/admin/courses/:course/lezioni/registro-in-bianco.pdf': aPaper('lezioni/registro-in-bianco.pdf'),
  // No register is closed.
  '/admin/courses/:course/lezioni/registro.pdf': former('lezioni'),
  '/admin/courses/:course/attestati/prova.pdf': aPaper('attestati/prova.pdf'),
  '/admin/courses/:course/fascicolo.zip': aPaper('fascicolo.zip'),
  '/admin/courses.csv': anExport('/admin/courses.csv'),
  '/admin/iscrivi': OFFICE,
  '/admin/iscrivi/suggerimenti': OFFICE,
  '/admin/documents': OFFICE,
  '/admin/documents/:document': OFFICE,
  '/admin/documents/:document/elimina': OFFICE,
  '/admin/audit': LOG,
  '/admin/audit/:entry': LOG,
  '/admin/audit.csv': { ...anExport('/admin/audit.csv'), forAdmins: true },
  '/admin/contacts': OFFICE,
  '/admin/contacts/:contact': OFFICE,
  '/admin/people': OFFICE,
  '/admin/people/nuova': OFFICE,
  '/admin/people/:person': OFFICE,
  '/admin/people/:person/dati': OFFICE,
  '/admin/people/:person/email': OFFICE,
  '/admin/people/:person/ruolo': ADMINS,
  '/admin/people/:person/scrivi': OFFICE,
  '/admin/people/:person/copia': ADMINS,
  '/admin/people/:person/cancellazione': ADMINS,
  '/admin/people/:person/dati.json': {
    ...ADMINS,
    data: { reads: ['→ /auth', '→ /', '→ /admin/people/:person/dati.json'] },
  },
  '/admin/people/:person/fatturazione': OFFICE,
  '/admin/people/:person/riepilogo.pdf': {
    ...OFFICE,
    data: { reads: ['→ /auth', '→ /', '→ /admin/people/:person/riepilogo.pdf'] },
  },
  '/admin/people/:person/accessi': ADMINS,
  '/admin/cerca': OFFICE,
  '/admin/people/:person/due-passaggi': ADMINS,
  '/admin/people/suggerimenti': OFFICE,
  '/admin/pagamenti/promemoria': OFFICE,
  '/admin/pagamenti/estratto': OFFICE,
  '/admin/pagamenti/commercialista': OFFICE,
  '/admin/pagamenti/:payment/ricevuta.pdf': ABSENT,
  '/admin/pagamenti.csv': anExport('/admin/pagamenti.csv'),
  '/admin/pagamenti': OFFICE,
  '/admin/mail': OFFICE,
  '/admin/mail/:email': { ...ADMINS, data: { reads: ['→ /auth', '→ /', '→ /admin/mail/1'] } },
  '/admin/impostazioni/legali': ADMINS,
  '/admin/impostazioni': ADMINS,
  '/admin/impostazioni/sedi': ADMINS,
  '/admin/impostazioni/sedi/:office': ADMINS,
  '/admin/impostazioni/sedi/:office/elimina': ADMINS,
  '/admin/impostazioni/sedi/:office/foto': ADMINS,
  '/admin/impostazioni/orari': ADMINS,
  '/admin/impostazioni/orari/chiusure/:closure': ADMINS,
  '/admin/impostazioni/orari/chiusure/:closure/elimina': ABSENT_FOR_ADMINS,
  '/admin/impostazioni/avviso': ADMINS,
  '/admin/impostazioni/testi': ADMINS,
  '/admin/impostazioni/domande': ADMINS,
  '/admin/impostazioni/domande/:question': ADMINS,
  '/admin/impostazioni/domande/:question/elimina': ADMINS,
  '/admin/impostazioni/squadra': ADMINS,
  '/admin/impostazioni/squadra/:colleague': ADMINS,
  '/admin/impostazioni/squadra/:colleague/elimina': ADMINS,
  '/admin/impostazioni/squadra/:colleague/foto': ABSENT_FOR_ADMINS, // an example has none
  '/admin/impostazioni/email': ADMINS,
  '/admin/impostazioni/pagamenti': ADMINS,
  '/admin/stato': ADMINS,
  // It signs out, so it is last.
  '/logout': { reads: ['→ /', '→ /', '→ /'], posts: ['→ /', '→ /'] },
}

test('each address answers each kind of person as it should, inside the application too', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  // Some four thousand requests.
  test.setTimeout(600_000)
  expect(ADDRESSES.toSorted(), 'every address has its row').toEqual(Object.keys(DOORS).toSorted())
  const [stranger, member, other] = [await anotherBrowser(), await anotherBrowser(), await anotherBrowser()]
  const person = await aMember(member, mail)
  await aMember(other, mail)
  const secretary = await anotherBrowser()
  await aColleague(secretary, mail, 'secretary')
  await signIn(page, DEMO_ACCOUNTS.admin)
  // Sign-ups are limited by address.
  const elsewhere = { extraHTTPHeaders: { 'X-Forwarded-For': '10.255.0.1' } }
  const [teacher, otherTeacher] = [await anotherBrowser(elsewhere), await anotherBrowser(elsewhere)]
  const edition = await letTeach(page, await aMember(teacher, mail), COURSE)
  await letTeach(page, await aMember(otherTeacher, mail), 'parlare-in-pubblico')
  const document = await aDocumentOf(person, page)
  const enrolment = await anEnrolmentOf(member)
  const examples = {
    ...EXAMPLES,
    ':edition': edition,
    ':document': document,
    ':file': await aFileFor(enrolment, page),
    ':token': await aFeedOf(member),
    ':contact': await aContact(page),
    ':person': await idOf(page, person),
    ':enrolment': enrolment,
  }

  for (const [address, { data, ...door }] of Object.entries(DOORS)) {
    const filled = (text: string) =>
      text.replace(/:\w+|\*/g, (name) => examples[name as keyof typeof examples] ?? name)
    const path = filled(address)
    for (const [at, { reads, posts, other: others, teacher: asTeacher }] of [
      [path, door],
      [path === '/' ? '/_.data' : `${path}.data`, { ...door, ...data }],
    ] as const) {
      const asked = (method: 'GET' | 'POST', ...people: Page[]) =>
        Promise.all(people.map(({ request }) => outcome(request, method, at)))
      const got = {
        reads: await asked('GET', stranger, member, page),
        posts: await asked('POST', stranger, member),
      }
      expect.soft(got, at).toEqual({ reads: reads.map(filled), posts })
      if (address.startsWith('/admin')) {
        const expected = door.forAdmins ? '403' : filled(reads.at(-1) ?? '')
        expect.soft(await asked('GET', secretary), `a secretary reads ${at}`).toEqual([expected])
        if (door.forAdmins)
          expect.soft(await asked('POST', secretary), `a secretary at ${at}`).toEqual(['403'])
      }
      // An address that names nothing cannot name what belongs to somebody: there every member is alike.
      const named = address.includes(':')
      const asOther = (named && others) || [reads[1] ?? '', posts[1] ?? '']
      const callers = [
        ['a teacher', teacher, asTeacher ?? asOther],
        ['another member', other, asOther],
        ['another teacher', otherTeacher, asOther],
      ] as const
      await Promise.all(
        callers.slice(0, named ? 3 : 1).map(async ([caller, browser, expected]) => {
          const got = [...(await asked('GET', browser)), ...(await asked('POST', browser))]
          expect.soft(got, `${caller} at ${at}`).toEqual(expected.map(filled))
        }),
      )
    }
  }
})

test('only the person withdraws a request', async ({ page, anotherBrowser, mail }) => {
  await aMember(page, mail)
  await ask(page, COURSE)
  await page.goto('/dashboard')
  const withdraw = page.getByRole('button', { name: /^Ritira la richiesta/ })
  const form = { intent: 'withdraw', enrolment: (await withdraw.getAttribute('value')) ?? '' }
  const [other, office] = [await anotherBrowser(), await anotherBrowser()]
  await aMember(other, mail)
  await signIn(office, DEMO_ACCOUNTS.admin)
  for (const { request } of [other, office])
    for (const address of ['/dashboard', '/dashboard.data']) await request.post(address, { form })
  await page.reload()
  await expect(withdraw).toHaveAttribute('value', form.enrolment)
  await page.request.post('/dashboard', { form })
  await page.reload()
  await expect(withdraw).toHaveCount(0)
})

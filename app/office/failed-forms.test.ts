import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { aFinishedCourse, certificateRowsNow, issueAndDraw } from '../../tests/certificates'
import { markupOf, whileWritesFail } from '../../tests/failing-writes'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, anAdmin, aSubmission, decided, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import { contactSubmissions, courseDocuments, outgoingMail, profiles, userCourses } from '../database/schema'

let site: Awaited<ReturnType<typeof wholeSite>>
let cookie: string
/** The ids in the forms and their addresses, by name; `seen`: the time in the form that corrects the data. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  await emptyDatabase()
  site = await wholeSite(await import('../entry.server'))
  cookie = await cookieOf((await aPerson('dino', 'admin')).email)
  const course = await aCourse({ title: 'Ceramica', photoPath: 'foto', photoAlt: 'Un’aula' }, [
    { startDate: inDays(20), startTime: '09:00', endTime: '18:00', hours: 8 },
  ])
  const person = await aMember('bea')
  const [enrolment] = await db
    .insert(userCourses)
    .values({ userId: person.id, courseId: course.id, ...decided('approved') })
    .returning()
  const [contact] = await db.insert(contactSubmissions).values(aSubmission()).returning()
  const file = { fileName: 'Note.txt', fileType: 'text/plain', fileSize: 1, filePath: 'note' }
  const [document] = await db
    .insert(courseDocuments)
    .values({ courseId: course.id, ...file })
    .returning()
  const finished = await aFinishedCourse(['ada'])
  await issueAndDraw(await anAdmin(), finished.course, finished.enrolments)
  const [certificate] = await certificateRowsNow()
  const [email] = await db.select().from(outgoingMail).limit(1)
  await db
    .update(outgoingMail)
    .set({ failedAt: new Date(), refusedSince: new Date() })
    .where(eq(outgoingMail.id, email?.id ?? 0))
  const rows = { course, person, enrolment, contact, document, certificate, email }
  for (const [name, row] of Object.entries(rows)) ids[name] = String(row?.id)
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, person.id))
  ids.seen = String(profile?.updatedAt.getTime())
})

const MESSAGE = { subject: 'Aula nuova', text: 'Ciao a tutti' }
const PROFILE = { firstName: 'Beatrice', lastName: 'Neri', phone: '', company: '' }
const sessionsOn = (day: string) => `${day.split('-').reverse().join('/')} 9:00-18:00 (8 ore)`
const SESSIONS = sessionsOn(inDays(60))

/** `typed`: how the page shows what was typed; '' for a form without text. */
const FORMS: [page: string, fields: Record<string, string>, typed: string][] = [
  ['/admin/people/nuova', { ...PROFILE, email: 'nuova@example.it' }, 'value="nuova@example.it"'],
  ['/admin/people/:person/dati', { ...PROFILE, seen: ':seen' }, 'value="Beatrice"'],
  ['/admin/people/:person/email', { email: 'altra@example.it' }, 'value="altra@example.it"'],
  ['/admin/people/:person/scrivi', { ...MESSAGE, key: crypto.randomUUID() }, `>${MESSAGE.text}</textarea>`],
  ['/admin/people/:person/ruolo', { role: 'secretary' }, 'name="role" checked="" value="secretary"'],
  [
    '/admin/people/:person',
    { intent: 'note', note: 'Chiama lunedì', before: '' },
    '>Chiama lunedì</textarea>',
  ],
  [
    '/admin/contacts/:contact',
    { intent: 'note', note: 'Da richiamare', before: '' },
    '>Da richiamare</textarea>',
  ],
  ['/admin/attestati/:certificate/revoca', { reason: 'Nome errato' }, '>Nome errato</textarea>'],
  ['/admin/attestati/:certificate/riemetti', { reason: 'Nome giusto' }, '>Nome giusto</textarea>'],
  ['/admin/courses/:course/annulla-edizione', { title: 'Ceramica', reason: 'Pochi' }, '>Pochi</textarea>'],
  [
    '/admin/courses/:course/rinvia',
    { sessions: SESSIONS, answerBy: inDays(15), before: sessionsOn(inDays(20)) },
    `>${SESSIONS}</textarea>`,
  ],
  [
    '/admin/courses/:course/lezioni?lezione=1',
    { topic: 'I tornio', place: '', link: '' },
    'value="I tornio"',
  ],
  [
    '/admin/courses/:course/panoramica',
    { intent: 'terms', minParticipants: '4', confirmBy: '' },
    'value="4"',
  ],
  ['/admin/documents/:document?modifica=1', { newDescription: 'Appunti' }, '>Appunti</textarea>'],
  ['/admin/courses/:course/panoramica', { intent: 'reminders', thanksEmail: 'on' }, ''],
  [
    '/admin/courses/:course/messaggi/nuovo',
    {
      ...MESSAGE,
      intent: 'send',
      key: crypto.randomUUID(),
      audience: 'scelti',
      shown: 'scelti',
      to: ':enrolment',
    },
    `>${MESSAGE.text}</textarea>`,
  ],
  [
    '/admin/courses/:course/documenti/foto',
    { alt: 'Sei persone in aula', shownFile: 'foto' },
    'value="Sei persone in aula"',
  ],
  ['/admin/mail', { email: ':email' }, ''],
]

test.each(FORMS)('a form of %s whose change cannot be stored is shown again', async (page, fields, typed) => {
  const withIds = (text: string) => text.replace(/:([a-z]+)/, (_, name: string) => ids[name] ?? '')
  const takesFiles = /messaggi|foto/.test(page)
  const body = takesFiles ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    body.append(name, value.startsWith(':') ? withIds(value) : value)
  const form = aRequest(withIds(page), cookie, { method: 'POST', body })
  const answer = await whileWritesFail(() => site(form))
  const markup = await markupOf(answer)
  expect([answer.status, answer.headers.get('Location')]).toEqual([503, null])
  expect(markup.match(/<title>(Errore: )?/g)).toEqual(['<title>Errore: '])
  expect(markup).toContain('il servizio non risponde, riprova tra poco')
  expect(markup).toContain(typed)
})

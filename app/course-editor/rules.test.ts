import { expect, test } from 'vitest'
import { mergeCourse } from './merge.rules'
import { COMING_DESCRIPTION, type CourseText, courseTextFrom, readCourse, writeCourse } from './rules'

const empty = courseTextFrom(new FormData())
const full: CourseText = {
  ...empty,
  title: 'Leadership & Team',
  slug: 'leadership-team',
  shortDescription: 'Guidare un gruppo.',
  description: 'Primo paragrafo.\n\nSecondo.',
  modalita: 'In presenza',
  tipoSessione: 'Weekend',
  location: 'Fermo',
  price: '980',
  moduli: 'Uno\nDue',
  metodologie: 'Lezione',
  certificazione: 'Attestato',
  contattiEmail: 'corsi@example.org',
}
const errorsOf = (facts: Partial<CourseText>) => readCourse({ ...full, ...facts }).errors

test('a published course needs its fields, each with its own sentence', () => {
  expect(readCourse(empty).errors).toEqual({
    title: 'Il titolo è obbligatorio',
    description: 'La descrizione è obbligatoria',
    modalita: 'La modalità è obbligatoria',
    tipoSessione: 'Il tipo sessione è obbligatorio',
    price: 'Il prezzo è obbligatorio e non può essere negativo',
    shortDescription: 'La descrizione breve è obbligatoria',
    location: 'Il luogo è obbligatorio',
    moduli: 'Almeno un modulo è obbligatorio',
    metodologie: 'Almeno una metodologia è obbligatoria',
    certificazione: 'Almeno una certificazione è obbligatoria',
    contattiEmail: 'Almeno un contatto email è obbligatorio',
  })
  expect(errorsOf({})).toEqual({})
})

test('a field that is too long is refused without being read', () => {
  const hostile = [
    `[{"name":"Ente","description":"${'|'.repeat(100_000)}x"}]`,
    '99 x 1\n'.repeat(100_000),
    '1.'.repeat(100_000),
  ]
  for (const text of hostile) {
    const before = process.threadCpuUsage()
    const { course, errors } = readCourse(courseTextFrom({ get: () => text }))
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(50)
    const by = `ora sono ${courseTextFrom({ get: () => text }).title.length}`
    expect(errors).toMatchObject({
      title: `Al massimo 160 caratteri: ${by}`,
      slug: `Al massimo 160 caratteri: ${by}`,
      paymentInstallments: `Al massimo 20000 caratteri: ${by}`,
      partnerPromotori: `Al massimo 20000 caratteri: ${by}`,
      sessions: `Al massimo 20000 caratteri: ${by}`,
    })
    expect(course).toMatchObject({ paymentInstallments: [], partnerPromotori: [], sessions: [] })
  }
})

test('a list has an end, which keeps the pages of its course quick', () => {
  expect(errorsOf({ moduli: 'x\n'.repeat(200) })).toEqual({})
  expect(errorsOf({ moduli: 'x\n'.repeat(201) }).moduli).toBe('Al massimo 200 righe')
  expect(errorsOf({ contattiEmail: 'a@b.it\n'.repeat(201) }).contattiEmail).toBe('Al massimo 200 righe')
  expect(readCourse({ ...full, contenuti: 'x\n'.repeat(5000) }).course.contenuti).toHaveLength(200)
})

test('the placeholder of a description is invalid in a published course', () => {
  const description = COMING_DESCRIPTION
  expect(errorsOf({ description })).toEqual({ description: 'La descrizione è obbligatoria' })
  expect(errorsOf({ description, comingSoon: true })).toEqual({})
})

test('a coming course needs its title alone', () => {
  expect(readCourse({ ...empty, comingSoon: true }).errors).toEqual({ title: 'Il titolo è obbligatorio' })
  expect(readCourse({ ...empty, comingSoon: true, title: ' x ' }).errors).toEqual({})
})

test('what cannot be read is an error beside its field, for a coming course too', () => {
  for (const comingSoon of [true, false]) {
    expect(errorsOf({ comingSoon, priceEarlyBird: '-1' }).priceEarlyBird).toContain('non può essere negativo')
    expect(errorsOf({ comingSoon, maxPartecipanti: 'dieci' }).maxPartecipanti).toContain('numero intero')
    expect(errorsOf({ comingSoon, sessions: '10/03/2027\ndomani' }).sessions).toBe(
      'Riga 2: non capisco «domani»: qui vanno solo giorno, orario e ore, come 10/03/2027 9:00-13:00 (4 ore); luogo, modalità e argomenti hanno il loro campo',
    )
    expect(errorsOf({ comingSoon, contattiEmail: 'nessuno' }).contattiEmail).toBe('Email non valida: nessuno')
    expect(errorsOf({ comingSoon, partnerPromotori: '| x' }).partnerPromotori).toContain('Manca il nome')
    expect(errorsOf({ comingSoon, paymentInstallments: 'bo' }).paymentInstallments).toContain(
      'non è un importo',
    )
    expect(errorsOf({ comingSoon, title: 'x'.repeat(161) }).title).toBe(
      'Al massimo 160 caratteri: ora sono 161',
    )
  }
  expect(errorsOf({ price: 'circa mille' }).price).toBe('Il prezzo: «circa mille» non è un importo')
  expect(errorsOf({ price: '-1' }).price).toBe('Il prezzo è obbligatorio e non può essere negativo')
})

test('blank numbers are none, zero is zero', () => {
  const { course } = readCourse({ ...full, maxPartecipanti: '', price: '0', priceEarlyBird: ' ' })
  expect(course).toMatchObject({ maxPartecipanti: null, price: 0, priceEarlyBird: null })
  expect(errorsOf({ price: '0' })).toEqual({})
})

test('the threshold of the certificate is a whole percentage from 1 to 100; none is 80', () => {
  for (const [typed, read] of Object.entries({ '': 80, ' 75 ': 75, '80%': 80, '80 %': 80, 1: 1, 100: 100 })) {
    expect(errorsOf({ attendanceThreshold: typed })).toEqual({})
    expect(readCourse({ ...full, attendanceThreshold: typed }).course.attendanceThreshold).toBe(read)
  }
  for (const typed of ['ottanta', '0', '101', '80,5', '80.5', '-80', '80%%', '0080', '%', '1e2'])
    for (const comingSoon of [true, false])
      expect(errorsOf({ comingSoon, attendanceThreshold: typed }).attendanceThreshold).toBe(
        'La frequenza per l’attestato: scrivi un numero intero da 1 a 100, per esempio 80',
      )
})

test('a course that was typed can be typed again', () => {
  const { course } = readCourse({
    ...full,
    sessions: '10 marzo 2027, 9-18, 8 ore',
    paymentInstallments: '500; 480,50',
    partnerPromotori: 'Ente | e.svg | Capofila',
    maxPartecipanti: '20',
    attendanceThreshold: '75 %',
  })
  const text = writeCourse({ ...course, slug: full.slug })
  expect(readCourse(text).course).toEqual(course)
  expect(text.sessions).toBe('10/03/2027 9:00-18:00 (8 ore)')
})

test('a form of a browser brings line ends and a switch', () => {
  const form = new FormData()
  form.set('title', 'Uno\0')
  form.set('moduli', 'a\r\nb')
  form.set('comingSoon', 'on')
  form.set('price', new File([], 'x'))
  expect(courseTextFrom(form)).toMatchObject({ title: 'Uno', moduli: 'a\nb', comingSoon: true, price: '' })
})

test('of two changes, each keeps its own; where both changed a field, the second’s text stays and is named', () => {
  const base = full
  const stored = { ...full, price: '900', location: 'Ascoli Piceno', title: 'Leadership' }
  const typed = { ...full, level: 'Base', location: 'Online', title: 'Leadership' }
  expect(mergeCourse(base, stored, typed)).toEqual({
    text: { ...full, price: '900', level: 'Base', location: 'Online', title: 'Leadership' },
    changedByOthers: ['title', 'location', 'price'],
    changedByBoth: ['location'],
  })
})

test('a long link is kept whole, one that is longer still is refused', () => {
  const link = `https://teams.example.org/l/${'a'.repeat(600)}`
  expect(readCourse({ ...empty, lessonsUrl: link }).course.lessonsUrl).toBe(link)
  expect(errorsOf({ lessonsUrl: `${link}${'a'.repeat(1400)}` }).lessonsUrl).toBe(
    'Al massimo 2000 caratteri: ora sono 2028',
  )
})

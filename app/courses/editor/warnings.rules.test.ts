import { expect, test } from 'vitest'
import { courseTextFrom, readCourse } from './rules'
import { unconfirmed, warningsOf } from './warnings.rules'

const TODAY = '2027-03-10'
const empty = courseTextFrom(new FormData())
const warned = (facts: Record<string, string>) => warningsOf(readCourse({ ...empty, ...facts }).course, TODAY)

test('a course whose last session is over will not be in the catalogue', () => {
  const sessions = 'Il corso è già concluso: non sarà nel catalogo'
  expect(warned({ sessions: '01/03/2027\n09/03/2027' })).toEqual({ sessions })
  expect(warned({ sessions: '01/03/2027\n10/03/2027' })).toEqual({})
  expect(warned({})).toEqual({})
})

test('an early bird above the price is a slip', () => {
  expect(warned({ price: '980', priceEarlyBird: '1.100,50' })).toEqual({
    priceEarlyBird: 'Il prezzo early bird (1100,50 €) è più alto del prezzo (980 €)',
  })
  expect(warned({ price: '980', priceEarlyBird: '980' })).toEqual({})
  expect(warned({ priceEarlyBird: '1100' })).toEqual({})
})

test('instalments sum to the price, but for a cent each', () => {
  expect(warned({ price: '980', paymentInstallments: '3 x 300' })).toEqual({
    paymentInstallments: 'Le rate sommano a 900 €, il prezzo è 980 €',
  })
  for (const paymentInstallments of ['3 x 326,67', '3 x 326,66', '500; 480', ''])
    expect(warned({ price: '980', paymentInstallments })).toEqual({})
  expect(warned({ price: '980', paymentInstallments: '500; 479,98' })).not.toEqual({})
  expect(warned({ paymentInstallments: '500' })).toEqual({})
})

test('what is confirmed, or was so before, is not asked again; another figure is', () => {
  const warnings = warned({ price: '980', paymentInstallments: '900', sessions: '01/03/2027' })
  const { paymentInstallments = '', sessions = '' } = warnings
  expect(unconfirmed(warnings, {}, [])).toEqual(warnings)
  expect(unconfirmed(warnings, { sessions }, [])).toEqual({ paymentInstallments })
  expect(unconfirmed(warnings, {}, [paymentInstallments, sessions])).toEqual({})
  const other = warned({ price: '980', paymentInstallments: '800' })
  expect(unconfirmed(other, warnings, [paymentInstallments])).toEqual(other)
})

test('fewer seats than the minimum, and a beginning before the confirmation, are slips', () => {
  const terms = { minParticipants: 8, confirmBy: '2027-04-01', peopleEnrolled: 0, seatsTaken: 0 }
  const against = (maxPartecipanti: string, sessions: string) =>
    warningsOf(readCourse({ ...empty, maxPartecipanti, sessions }).course, TODAY, terms)
  expect(against('7', '31/03/2027')).toEqual({
    maxPartecipanti: 'I posti sono meno del minimo di partecipanti (8)',
    sessions: 'Il corso comincia prima della data di conferma (01/04/2027)',
  })
  for (const most of ['8', '', '0']) expect(against(most, '01/04/2027')).toEqual({})
})

test('a limit below those inside is asked: nobody loses a seat', () => {
  const limited = (maxPartecipanti: string) =>
    warningsOf(readCourse({ ...empty, maxPartecipanti }).course, TODAY, {
      ...{ minParticipants: null, confirmBy: null, peopleEnrolled: 14, seatsTaken: 14 },
    }).maxPartecipanti
  expect(limited('12')).toBe('Ci sono già 14 iscritti: il limite diventa 12. Nessuno perde il posto')
  for (const most of ['14', '15', '0', '']) expect(limited(most)).toBeUndefined()
  const { course } = readCourse({ ...empty, maxPartecipanti: '12' })
  const stored = { minParticipants: 13, confirmBy: null, peopleEnrolled: 14, seatsTaken: 16 }
  expect(warningsOf(course, TODAY, stored).maxPartecipanti).toBe(
    'Ci sono già 14 iscritti e 2 posti offerti: il limite diventa 12. Nessuno perde il posto. I posti sono meno del minimo di partecipanti (13)',
  )
})

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCourse, emptyDatabase } from '../../../tests/world'
import { today } from '../../runtime/clock'
import { catalogueView } from '../filters.rules'
import { catalogue, facetCounts } from './catalogue.queries.server'

/** Words and the operators of full text. */
const typed = fc.oneof(
  fc.array(fc.constantFrom('-', '"', ' ', 'or', 'a', 'vendite', '!', '&', '(', ':*', '<->', '\\', '%', "'"), {
    maxLength: 80,
  }),
  fc.string({ unit: 'binary', maxLength: 100 }).map((text) => [text]),
  fc
    .tuple(fc.constantFrom('-', '-"', '"-', '- ', '-!', '!-', 'or -', '-(', '-a '), fc.nat(80))
    .map(([sign, times]) => [sign.repeat(times)]),
)

test('no search is an error, whatever signs it is made of', async () => {
  await emptyDatabase()
  await aCourse({ title: 'Vendite' })
  await fc.assert(
    fc.asyncProperty(typed, async (parts) => {
      const view = catalogueView(new URLSearchParams({ q: parts.join('') }))
      await catalogue({ ...view, page: 1, comingPage: 1 })
      await facetCounts(view)
    }),
    { numRuns: 200, examples: [[['-'.repeat(80)]], [['- '.repeat(40)]]] },
  )
})

describe('what cards print and people type', () => {
  const year = Number(today().slice(0, 4)) + 1
  /** The first of these weekdays (1 to 7) in March of the next year, and the weeks after it. */
  const march = (weekday: number, weeks: number, time = {}) => {
    const first = (weekday - new Date(Date.UTC(year, 2, 1)).getUTCDay() + 7) % 7
    return Array.from({ length: weeks }, (_, week) => ({
      startDate: new Date(Date.UTC(year, 2, 1 + first + 7 * week)).toISOString().slice(0, 10),
      ...time,
    }))
  }
  const evening = { startTime: '18:30', endTime: '21:30' }

  beforeAll(async () => {
    await emptyDatabase()
    const titles: [string, string, Parameters<typeof aCourse>[0]?, Parameters<typeof aCourse>[1]?][] = [
      ['231', 'Il D.Lgs. 231/2001 in pratica', { price: 300 }, march(2, 4, evening)],
      ['iso', 'Auditor ISO 9001:2015', { price: 480 }, march(6, 3)],
      ['uni', 'La norma UNI 11697:2017', { price: 900 }],
      ['365', 'Office 365 per tutti', { price: 0 }],
      [
        '730',
        'Compilare il modello 730',
        {},
        [...march(5, 2), ...march(6, 2)].sort((a, b) => a.startDate.localeCompare(b.startDate)),
      ],
      ['104', 'Permessi e Legge 104'],
      ['haccp', 'HACCP e igiene', { location: 'Fermo' }, [{ startDate: `${year}-05-10` }]],
      ['pmi', 'Bilancio per P.M.I.', { theme: 'bilancio-e-contabilita' }],
      ['pa', 'Appalti nella P.A.'],
      ['pubblica', 'Contratti con la pubblica amministrazione'],
      ['pc', 'Usare il PC'],
      ['hrm', 'Hrvatska in breve'],
      ['ai', 'AI per gli uffici'],
      ['ia', 'Intelligenza Artificiale di base'],
      ['privati', 'Vendere ai privati', { description: 'Per chi vende ai privati, anche con la privacy.' }],
      ['hr', 'Gestione delle Risorse Umane'],
      ['privacy', 'Privacy in azienda'],
      ['parlare', 'Parlare in Pubblico'],
      ['export', 'L’export dall’Italia', { comingSoon: true, price: null }],
      ['37', 'Impianti e D.M. 37/2008'],
      ['joined', 'Gestione ambientale ISO14001'],
      ['listino', 'Il prezzo giusto'],
      ['fare', 'Fare bene impresa'],
      ['1231', 'Mille domande', { description: 'Con 1231 domande e 12 esempi.' }],
    ]
    for (const [slug, title, facts, sessions] of titles)
      await aCourse(
        { slug, title, shortDescription: null, description: null, modalita: 'In presenza', ...facts },
        sessions,
      )
  })

  const found = async (q: string) => {
    const view = catalogueView(new URLSearchParams({ q }))
    const { available, coming } = await catalogue({ ...view, page: 1, comingPage: 1 })
    return [...available, ...coming].map(({ slug }) => slug)
  }

  test.each([
    ['231', '231'],
    ['231/01', '231'],
    ['dlgs 231', '231'],
    ['D.Lgs. 231', '231'],
    ['9001', 'iso'],
    ['ISO 9001', 'iso'],
    ['iso9001', 'iso'],
    ['9001iso', 'iso'],
    ['iso14001', 'joined'],
    ['ISO 14001', 'joined'],
    ['UNI 11697', 'uni'],
    ['UNI11697', 'uni'],
    ['dm37', '37'],
    ['dlgs231', '231'],
    ['office365', '365'],
    ['365', '365'],
    ['730', '730'],
    ['104', '104'],
    ['H.A.C.C.P.', 'haccp'],
    ['haccp', 'haccp'],
    ['P.M.I.', 'pmi'],
    ['pmi', 'pmi'],
    ['piccole e medie imprese', 'pmi'],
    ['ragioneria', 'pmi'],
    ['AI', 'ai ia'],
    ['corso di AI', 'ai ia'],
    ['intelligenza artificiale', 'ia ai'],
    ['HR', 'hr'],
    ['PA', 'pa pubblica'],
    ['pa', 'pa pubblica'],
    ['PC', 'pc'],
    ['risorse umane', 'hr'],
    ['ha', 'haccp'],
    ['Gestione delle Ri', 'hr'],
    ['ex', 'export'],
    ['cc', ''],
    ['31', ''],
    ['ai privati', 'privati'],
    ['ISO 900', 'iso'],
    ['e igi', 'haccp'],
    ['corso sulla privacy', 'privacy privati'],
    ['come parlare in pubblico', 'parlare'],
    ['public speaking', 'parlare'],
    ['parlare bene in pubblico', 'parlare'],
    ['come si fa il 730', '730'],
    ['quanto costa il corso haccp?', 'haccp'],
    ['prezzo', 'listino'],
    ['corso sui prezzi', 'listino'],
    ['fare', 'fare'],
    ['fare bene', 'fare'],
    ['fare bene impresa', 'fare'],
    ['prossimo', ''],
    ['export', 'export'],
    ['gratis', '365'],
    ['in arrivo', 'export'],
    [`marzo ${year}`, '231 730 iso'],
    [`corso ${year}`, '231 730 iso haccp'],
    [`maggio ${year}`, 'haccp'],
    [`10/05/${year}`, 'haccp'],
    ['10 maggio', 'haccp'],
    ['haccp fermo maggio', 'haccp'],
    ['martedì', '231'],
    ['quattro martedì, 18:30–21:30', '231'],
    ['sabato', '730 iso'],
    ['weekend', '730 iso'],
    ['2 fine settimana', '730 iso'],
    ['domenica', ''],
    ['da 300 euro', '231 iso uni'],
    ['tra 200 e 400 euro', '231'],
    ['oltre 500', 'uni'],
    ['in presenza a fermo', 'haccp'],
  ])('%s', async (text, slugs) => {
    const expected = slugs ? slugs.split(' ') : []
    expect((await found(text)).toSorted()).toEqual(expected.toSorted())
    expect((await found(text))[0]).toBe(expected[0])
  })
})

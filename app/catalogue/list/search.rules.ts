import { SEARCH_LIMIT } from '../../courses/rules'
import { normalForm } from '../../parsing/text.rules'
import { MONTH_NAMES } from '../filters.rules'
import { SYNONYMS } from './synonyms.rules'

/**
 * One condition of a search; a course must meet all of them. `from`, `until` (exclusive), `day`: YYYY-MM-DD;
 * `weekdays`: from 1 (Monday) to 7; `month`: 1 to 12; `date`: day of the month; `time`: HH:MM; `least`, `most`: euros,
 * null without a bound; `names`: of months; `alternatives`: expressions of which a course must contain one.
 */
export type SearchTerm =
  | { kind: 'words'; alternatives: Expression[] }
  | { kind: 'months'; names: string[] }
  | { kind: 'starts'; from: string; until: string }
  | { kind: 'year'; year: string }
  | { kind: 'day'; day: string }
  | { kind: 'day-of-year'; month: number; date: number }
  | { kind: 'weekdays'; weekdays: number[] }
  | { kind: 'weekend' }
  | { kind: 'time'; time: string }
  | { kind: 'free' }
  | { kind: 'coming' }
  | { kind: 'price'; least: number | null; most: number | null }

/**
 * A searched word, or one of the expressions of `SYNONYMS`. `typed`: as typed, in small letters; `isNumber`: it is only
 * found as a whole number; `allowsTypo`: it is also found if it is mistyped.
 */
export type Expression = {
  typed: string
  synonyms: readonly string[]
  isNumber: boolean
  allowsTypo: boolean
}

const MONTH = MONTH_NAMES.join('|')
const ANY_MONTH = `(${MONTH}|gen|feb|mar|apr|mag|giu|lug|ago|sett?|ott|nov|dic)\\.?`
const WEEKDAYS = ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'sabat', 'domenic']
const YEAR = '20[2-9]\\d'
/** A number of weekdays or weekends, as cards write it. */
const COUNT = '\\d+|una?|due|tre|quattro|cinque|sei|sette|otto|nove|dieci'

/** So many terms of a search are read, and so many characters of a word, so that no search costs too much. */
const MOST_TERMS = 8
const LONGEST_WORD = 30

/** Words that say nothing about a course, such as the verbs of questions. */
const EMPTY_WORDS = new Set(
  `a ad al allo alla ai agli alle all anche che chi ci col come con cosa cui d da dal dallo dalla dai dagli dalle dall
  degli dei del dell della delle dello di dove e ed entro essere fare fra gli ho i il in io l la le lo ma mi mio ne nei
  negli nel nell nella nelle nello no non nostro o od ogni per perche piu qual quale quali quando quanto quello questo
  se si sono su sui sugli sul sull sulla sulle sullo tra tutti tutto un una uno vi voi vorrei voglio cerco cercasi trovare
  c e n s oltre sotto sopra almeno max massimo min minimo meno fino circa dopo prima
  avete comincia cominciano costa costano devo dura durano esiste esistono fa fanno fate inizia iniziano
  offrite organizzate partono posso potete prossima prossime prossimi prossimo puo quanta quante quanti serve tenete
  tengono tiene trova trovo vorremmo`.split(/\s+/),
)
/**
 * Words with which people ask for a course, and which a title may contain: they are searched only if nothing else but
 * general words is typed.
 */
const ASKING_WORDS = new Set(
  `bene costo date diventare durata imparare info informazioni inizio iscrivermi iscriversi meglio orari orario
  parte prezzi prezzo`.split(/\s+/),
)
/** Words that many courses share: they are searched only if nothing else is typed. */
const GENERAL_WORDS = new Set(
  `corso corsi formazione lezione lezioni incontro incontri attestato iscrizione seminario workshop
  dlgs lgs decreto legislativo dl dpr legge art articolo norma n nr num numero`.split(/\s+/),
)

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ['cento', 100],
  ['duecento', 200],
  ['trecento', 300],
  ['quattrocento', 400],
  ['cinquecento', 500],
  ['seicento', 600],
  ['settecento', 700],
  ['ottocento', 800],
  ['novecento', 900],
  ['mille', 1000],
  ['duemila', 2000],
  ['tremila', 3000],
])
const NUMBER = `(\\d{1,3}(?:[. ]\\d{3})+|\\d{1,6}|${[...NUMBER_WORDS.keys()].join('|')})(?:,(?:\\d{2}|-+))?(?![\\d\\p{L}])(?![.,/:]\\d)`
const MONEY_SIGN = '(?:€|euro\\b|eur\\b)'
/** An amount in three groups: sign of money before, number, sign of money after. */
const AMOUNT = `(?<![\\p{L}\\d.,/])(?:(${MONEY_SIGN})\\s*)?${NUMBER}(?:\\s*(${MONEY_SIGN}))?`
/** After an amount: no unit follows by which it is no price, such as hours or people. */
const NO_OTHER_UNIT =
  '(?!\\s*(?:ore|ora|h|minuti|giorni|giorno|settimane|mesi|anni|incontri|lezioni|persone|partecipanti|posti|dipendenti|addetti|lavoratori|crediti|cfu|cfp|ecm|soci|pagine|%)(?![\\p{L}\\d]))'
const ARTICLE = "(?:\\s*(?:i|a|ai|agli|gli|di|dei|degli|da|dai|il|al|del|l'|all'|dell')(?![\\p{L}\\d]))?\\s*"
/**
 * How a search names a price: 'tra 100 e 300 euro', '100-300 €', 'fino a 300', 'oltre 100', 'da 100 in su'; an amount
 * alone, '300 €', is the highest price.
 */
const PRICE_PATTERNS = {
  between: new RegExp(
    `(?<![\\p{L}\\d])(da|dai|dagli|tra|fra)${ARTICLE}${AMOUNT}\\s*(?:-|a|ai|agli|e|ed|fino a|fino ai)${ARTICLE}${AMOUNT}${NO_OTHER_UNIT}`,
    'u',
  ),
  span: new RegExp(`${AMOUNT}\\s*[-/]\\s*${AMOUNT}`, 'u'),
  most: new RegExp(
    `(?:(?<![\\p{L}\\d])(sotto|al di sotto|meno|fino|entro|max\\.?|massimo|non piu|non oltre|inferior[ei]|minor[ei]|prezzo|costo|budget|spesa)|<=?|≤)(?: max| massimo)?${ARTICLE}${AMOUNT}${NO_OTHER_UNIT}`,
    'u',
  ),
  least: new RegExp(
    `(?:(?<![\\p{L}\\d])(oltre|sopra|al di sopra|piu|almeno|minimo|min\\.?|superior[ei]|maggior[ei]|a partire|partire)|>=?|≥)${ARTICLE}${AMOUNT}${NO_OTHER_UNIT}`,
    'u',
  ),
  from: new RegExp(`(?<![\\p{L}\\d])(da|dai)${ARTICLE}${AMOUNT}(\\s*(?:in su|in poi))?${NO_OTHER_UNIT}`, 'u'),
  alone: new RegExp(AMOUNT, 'u'),
}

/**
 * Reads a typed search as conditions, at most eight. It understands prices, dates and weekdays as people type them and
 * as the cards of the catalogue write them.
 */
export function searchTerms(text: string): SearchTerm[] {
  const cased = normalForm(normalForm(text.slice(0, SEARCH_LIMIT), 'NFKC'), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’`´ʼ′]/g, "'")
    .replace(/[‐-―−]/g, '-')
  const { unread, terms } = takeTerms(joinAcronyms(cased).toLowerCase())
  return [...wordTerms(unread, cased, terms.length > 0), ...terms].slice(0, MOST_TERMS)
}

/** Writes acronyms without points: 'H.A.C.C.P.' → 'HACCP', 'D. Lgs.' → 'dlgs'. */
function joinAcronyms(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}.])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu, (letters) =>
      letters.replaceAll('.', ''),
    )
    .replace(/(?<!\p{L})d\.? ?lgs\.?(?!\p{L})/giu, ' dlgs ')
}

/**
 * Takes prices, dates, weekdays, times, numbers of laws, 'gratis' and 'in arrivo' out of a text. `unread`: the
 * remaining text, with '|' in the place of most of what was taken out.
 */
function takeTerms(text: string): { unread: string; terms: SearchTerm[] } {
  const terms: SearchTerm[] = []
  let unread = text
  /**
   * Cuts the first match out of the text and adds its term. `termOf`: gets the match and its groups; undefined refuses
   * the match. Returns false if nothing was cut out.
   */
  const take = (pattern: RegExp, termOf: (groups: string[]) => SearchTerm | undefined) => {
    const match = pattern.exec(unread)
    const term = match && termOf(match.map((group) => group ?? ''))
    if (!match || !term) return false
    terms.push(term)
    unread = `${unread.slice(0, match.index)} | ${unread.slice(match.index + match[0].length)}`
    return true
  }

  take(/(?<!\p{L})(?:gratis|gratuit[oaie])(?!\p{L})/u, () => ({ kind: 'free' }))
  take(/(?<!\p{L})(?:in arrivo|coming soon)(?!\p{L})/u, () => ({ kind: 'coming' }))

  const numberEnd = '(?![\\d/])'
  take(new RegExp(`(?<![\\d/])(${YEAR})-(\\d{1,2})-(\\d{1,2})${numberEnd}`), ([, year, month, date]) =>
    dayTerm(Number(date), Number(month), year),
  )
  take(/(?<![\d/])(\d{1,2})([/.-])(\d{1,2})\2(20\d\d|\d\d)(?![\d/])/, ([, date, , month, year = '']) =>
    dayTerm(Number(date), Number(month), year.length === 2 ? `20${year}` : year),
  )
  take(
    new RegExp(
      `(?<![\\d/.,])(\\d{1,2})[°º]? +(?:di +)?${ANY_MONTH}(?!\\p{L})(?: +(?:del +)?(${YEAR})${numberEnd})?`,
      'u',
    ),
    ([, date, month = '', year]) => dayTerm(Number(date), monthNumber(month), year),
  )
  takeMonths()
  take(/(?<![\d/])(\d{1,2})\/(\d{1,2})(?![\d/])/, ([, date, month]) =>
    dayTerm(Number(date), Number(month), ''),
  )

  takePrice()
  // Two times: a search may name when lessons begin and when they end.
  for (let round = 0; round < 2; round++)
    take(
      /(?<![\d.,:/])(?:(?:ore|alle) +)?([01]?\d|2[0-3])[:.]([0-5]\d)(?![\d.,:/])/,
      ([, hour = '', minute]) => ({
        kind: 'time',
        time: `${hour.padStart(2, '0')}:${minute}`,
      }),
    )
  take(new RegExp(`(?<![\\d/])(${YEAR})${numberEnd}`), ([, year = '']) => ({ kind: 'year', year }))
  take(
    new RegExp(
      `(?<!\\p{L})(?:(?:${COUNT}|il|i|nel|nei|di|al) +)?(?:week-?end|week end|fine-?settimana|fine settimana)s?(?!\\p{L})`,
      'u',
    ),
    () => ({
      kind: 'weekend',
    }),
  )
  takeWeekdays()
  // A law and its year, '231/01': only the number is searched, since a course may write the year in another way.
  take(/(?<!\d)(\d{1,4})\/(?:\d{4}|\d{2})(?!\d)/, ([, number = '']) => ({
    kind: 'words',
    alternatives: [{ typed: number, synonyms: [], isNumber: true, allowsTypo: false }],
  }))
  return { unread, terms }

  function takeMonths() {
    const hasMonthOfYear = take(
      new RegExp(`(?<!\\p{L})${ANY_MONTH} +(?:del +)?(${YEAR})${numberEnd}`, 'u'),
      ([, month = '', year = '']) => monthTerm(monthNumber(month), year),
    )
    if (!hasMonthOfYear)
      take(new RegExp(`(?<![\\d/])(\\d{1,2})[/-](${YEAR})${numberEnd}`), ([, month, year = '']) =>
        monthTerm(Number(month), year),
      )
    const names: string[] = []
    unread = unread.replace(new RegExp(`(?<!\\p{L})(${MONTH})(?!\\p{L})`, 'gu'), (month) => {
      names.push(month)
      return ' | '
    })
    if (names.length > 0) terms.push({ kind: 'months', names })
  }

  function takeWeekdays() {
    const weekdays = new Set<number>()
    unread = unread.replace(
      new RegExp(`(?<!\\p{L})(?:(?:${COUNT}) +)?(${WEEKDAYS.join('|')})(?:o|i|a|he)?(?!\\p{L})`, 'gu'),
      (_, weekday) => {
        weekdays.add(WEEKDAYS.indexOf(weekday) + 1)
        return ' | '
      },
    )
    if (weekdays.size > 0) terms.push({ kind: 'weekdays', weekdays: [...weekdays] })
  }

  function takePrice() {
    const termsBefore = terms.length
    const price = (least: number | null, most: number | null) => ({ kind: 'price', least, most }) as const
    const between = (from: number, to: number) => price(Math.min(from, to), Math.max(from, to))
    const isRange =
      take(PRICE_PATTERNS.between, ([, , sign1, from = '', sign2, sign3, to = '', sign4]) => {
        const isPrice = [sign1, sign2, sign3, sign4].some(Boolean) || [from, to].every(isLikePrice)
        return isPrice ? between(numberOf(from), numberOf(to)) : undefined
      }) ||
      take(PRICE_PATTERNS.span, ([, sign1, from = '', sign2, sign3, to = '', sign4]) =>
        [sign1, sign2, sign3, sign4].some(Boolean) ? between(numberOf(from), numberOf(to)) : undefined,
      )
    if (!isRange) {
      take(PRICE_PATTERNS.most, ([, , sign1, amount = '', sign2]) =>
        sign1 || sign2 || isLikePrice(amount) ? price(null, numberOf(amount)) : undefined,
      )
      take(PRICE_PATTERNS.least, ([, , sign1, amount = '', sign2]) =>
        sign1 || sign2 || isLikePrice(amount) ? price(numberOf(amount), null) : undefined,
      )
      take(PRICE_PATTERNS.from, ([, , sign1, amount = '', sign2, up]) =>
        sign1 || sign2 || (up && isLikePrice(amount)) ? price(numberOf(amount), null) : undefined,
      )
      if (terms.length === termsBefore)
        take(PRICE_PATTERNS.alone, ([, sign1, amount = '', sign2]) =>
          sign1 || sign2 ? price(null, numberOf(amount)) : undefined,
        )
    }
    if (terms.length > termsBefore)
      unread = unread.replace(/(?<!\p{L})(?:prezz[oi]|costo|costa|budget|euro)(?!\p{L})|€/gu, ' ')
  }
}

/** Whether an amount without a sign of money can be a price. Below 20 it may be hours; '2027' is a year. */
const isLikePrice = (amount: string) => numberOf(amount) >= 20 && !new RegExp(`^${YEAR}$`).test(amount)

const numberOf = (amount: string) => NUMBER_WORDS.get(amount) ?? Number(amount.replace(/[. ]/g, ''))

const monthNumber = (name: string) => MONTH_NAMES.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1

function monthTerm(month: number, year: string): SearchTerm | undefined {
  if (month < 1 || month > 12) return undefined
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const until =
    month === 12 ? `${Number(year) + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  return { kind: 'starts', from: first, until }
}

/** The condition of a day, undefined if there is no such day. `year`: '' for every year; 2024 has a 29 February. */
function dayTerm(date: number, month: number, year = ''): SearchTerm | undefined {
  const day = new Date(Date.UTC(Number(year || 2024), month - 1, date))
  if (day.getUTCMonth() !== month - 1 || day.getUTCDate() !== date) return undefined
  return year ? { kind: 'day', day: day.toISOString().slice(0, 10) } : { kind: 'day-of-year', month, date }
}

/** A word in small letters. `isCapital`: it stands in capitals in what was typed. */
type Token = { word: string; isCapital: boolean }

/** A word with inner apostrophes, hyphens and points, or a gap ('|'). */
const TOKEN = /[\p{L}\p{N}]+(?:['.-][\p{L}\p{N}]+)*|\|/gu
/** The article or preposition that elision joins to a word: "dell'" of "dell'azienda". */
const ELIDED = /^(?:l|d|un|dell|nell|sull|all|dall|quell|dev|c|com|cos|dov|quand)'(?=\p{L})/u

/**
 * Reads the words of a text as conditions; 'o' between two makes them alternatives. `cased`: the whole search with its
 * capitals; `hasOtherTerms`: whether the search has other conditions, so that general words can be left out.
 */
function wordTerms(text: string, cased: string, hasOtherTerms: boolean): SearchTerm[] {
  const tokens = [...text.matchAll(TOKEN)].map(([word]): Token => {
    const plain = word.replace(ELIDED, '')
    return {
      word: plain,
      isCapital:
        plain.length > 1 &&
        new RegExp(`(?<!\\p{L})${escaped(plain.toUpperCase())}(?!\\p{L})`, 'u').test(joinAcronyms(cased)),
    }
  })
  const expressions: (Expression & { at: number })[] = []
  for (let at = 0; at < tokens.length; ) {
    const { length, synonyms } = expressionAt(tokens, at)
    const typed = tokens
      .slice(at, at + length)
      .map(({ word }) => word.slice(0, LONGEST_WORD))
      .join(' ')
    // A single letter or a number below 100 says nothing, and '|' is a gap.
    const isEmpty =
      length === 1 && synonyms.length === 0 && (EMPTY_WORDS.has(typed) || /^(?:.|\d\d?|\|)$/u.test(typed))
    const isNumber = /^\d+$/.test(typed)
    const allowsTypo = !isNumber && !GENERAL_WORDS.has(typed) && synonyms.length === 0
    if (!isEmpty) expressions.push({ typed, synonyms, isNumber, allowsTypo, at })
    at += length
  }
  const notGeneral = expressions.filter(({ typed }) => !GENERAL_WORDS.has(typed))
  const specific = notGeneral.filter(({ typed }) => !ASKING_WORDS.has(typed))
  const searched = hasOtherTerms
    ? specific
    : ([specific, notGeneral, expressions].find((choice) => choice.length > 0) ?? [])
  const terms: { alternatives: Expression[] }[] = []
  for (const { at, ...expression } of searched) {
    const last = terms.at(-1)
    const isAlternative = last && tokens[at - 1] && /^(?:o|od|oppure|or)$/.test(tokens[at - 1]?.word ?? '')
    const spellings = spellingsOf(expression)
    if (isAlternative) last.alternatives.push(...spellings)
    else terms.push({ alternatives: spellings })
  }
  return terms.map(({ alternatives }) => ({ kind: 'words', alternatives }))
}

/** The expression as typed, and with letters and digits apart where they are joined: 'iso9001' is also 'iso 9001'. */
function spellingsOf(expression: Expression): Expression[] {
  const typed = expression.typed.replace(/(?<=\p{L}{2})(?=\d{2})|(?<=\d{2})(?=\p{L}{2})/gu, ' ')
  return typed === expression.typed ? [expression] : [expression, { ...expression, typed, allowsTypo: false }]
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A word without its final vowels, so that singular and plural are the same. */
const stem = (word: string) => (word.length > 4 ? word.replace(/[aeiou]+$/, '') : word)
const stemsOf = (expression: string) =>
  normalForm(expression.toLowerCase(), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .split(' ')
    .map((word) => stem(word.replace(ELIDED, '')))
/** The longest first. */
const KNOWN_EXPRESSIONS = SYNONYMS.flatMap((group) =>
  group.map((expression) => ({
    stems: stemsOf(expression),
    synonyms: group.filter((other) => other !== expression),
  })),
).sort((a, b) => b.stems.length - a.stems.length)

/** The longest known expression that begins at a token, with its synonyms; else one word without synonyms. */
function expressionAt(tokens: Token[], at: number): { length: number; synonyms: readonly string[] } {
  const expression = KNOWN_EXPRESSIONS.find(({ stems }) =>
    stems.every((known, i) => tokens[at + i] && stem(tokens[at + i]?.word ?? '') === known),
  )
  const isAi = tokens[at]?.word === 'ai' && expression?.stems.length === 1
  if (!expression || (isAi && isPreposition(tokens, at))) return { length: 1, synonyms: [] }
  return { length: expression.stems.length, synonyms: expression.synonyms }
}

/**
 * Whether the word 'ai' is a preposition: between two words that are not empty ('corso ai dirigenti'), not in capitals.
 */
function isPreposition(tokens: Token[], at: number): boolean {
  const hasMeaning = (token: Token | undefined) =>
    token !== undefined && token.word !== '|' && !EMPTY_WORDS.has(token.word)
  return !tokens[at]?.isCapital && hasMeaning(tokens[at - 1]) && hasMeaning(tokens[at + 1])
}

/** Words with fewer letters are not searched with exchanged letters, which would often make other words of them. */
const SHORTEST_WITH_TYPO = 5

/**
 * The word and all its forms with two neighbouring letters exchanged: 'markeitng' may be 'marketing'. A word of fewer
 * than five letters alone.
 */
export function transpositionsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length < SHORTEST_WITH_TYPO) return [word]
  const swapped = letters.slice(1).map((letter, i) =>
    letters
      .with(i, letter)
      .with(i + 1, letters[i] ?? '')
      .join(''),
  )
  return [...new Set([word, ...swapped])]
}

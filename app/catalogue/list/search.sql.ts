import { and, eq, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { courseSessions, courses } from '../../database/schema'
import { containsText, searchForms } from '../../database/search.server'
import { today } from '../../runtime/clock'
import { type Expression, type SearchTerm, searchTerms, transpositionsOf } from './search.rules'

type WordTerm = Extract<SearchTerm, { kind: 'words' }>

/**
 * The condition that a course matches a search; undefined for an empty one. A search of one word or of months: it
 * holds. A search with more or other terms: every term holds, or the course contains the search literally, in its title
 * if it has words or months too, else in any of its texts. A search without terms: a text contains it literally.
 */
export function matchesSearch(text: string): SQL | undefined {
  if (text === '') return undefined
  const terms = searchTerms(text)
  const literal = containsText(courses.searchText, text)
  if (terms.length === 0) return literal
  const all = and(...terms.map(termCondition))
  const isWords = ({ kind }: SearchTerm) => kind === 'words' || kind === 'months'
  if (terms.length === 1 && terms.every(isWords)) return all
  return or(all, terms.some(isWords) ? containsText(courses.titleText, text) : byIndex(literal))
}

/** One condition for each term of a search. */
export const matchedTerms = (text: string): SQL[] => searchTerms(text).map(termCondition)

/**
 * The order of a search by relevance; empty if it has no words. Courses with the typed words in the title come first,
 * then those with a synonym there, then by the rank of the full text.
 */
export function relevance(text: string): SQL[] {
  const terms = searchTerms(text).filter((term) => term.kind === 'words')
  if (terms.length === 0) return []
  const titles = terms.map(titleScore)
  const typedQueries = terms.flatMap(({ alternatives }) => alternatives.map(stemQuery))
  return [
    sql`${sql.join(titles, sql` + `)} desc`,
    // A title weighs more than place, theme, month and teachers, these more than a description.
    sql`ts_rank('{0, 0.05, 0.4, 1}', ${courses.searchDocument}, ${fullText(typedQueries)}) desc`,
  ]
}

/** 2 if the title has one of the typed words, 1 if it has a synonym, else 0. */
function titleScore({ alternatives }: WordTerm): SQL {
  const typedConditions = alternatives.map(
    (expression) =>
      sql`${titleContains(expression)} or ${courses.searchDocument} @@ ${fullText([stemQuery(expression)], 'A')}`,
  )
  const synonyms = alternatives.flatMap(synonymQueries)
  const synonymCase =
    synonyms.length > 0 && sql`when ${courses.searchDocument} @@ ${fullText(synonyms, 'A')} then 1`
  return sql`(case when ${sql.join(typedConditions, sql` or `)} then 2 ${synonymCase || sql``} else 0 end)`
}

/** The condition of one term. Those of texts and of sessions can use an index; the others only narrow the list. */
function termCondition(term: SearchTerm): SQL {
  switch (term.kind) {
    case 'words':
      return or(...term.alternatives.map(containsExpression)) ?? sql`false`
    case 'months':
      return sql`${courses.searchDocument} @@ ${fullText(term.names)}`
    case 'starts':
      return sql`(${and(gte(courses.startDate, term.from), lt(courses.startDate, term.until))})`
    case 'year':
      return sql`(${and(gte(courses.startDate, `${term.year}-01-01`), lte(courses.startDate, `${term.year}-12-31`))}
        or ${byIndex(wholeNumber(courses.searchText, term.year))})`
    case 'day':
      return hasSessionWhere(
        sql`${courseSessions.startDate} <= ${term.day} and ${courseSessions.endDate} >= ${term.day}`,
      )
    case 'day-of-year':
      return hasSessionWhere(sql`extract(month from ${courseSessions.startDate}) = ${term.month}
        and extract(day from ${courseSessions.startDate}) = ${term.date}`)
    case 'weekdays':
      return hasSessionWhere(onWeekdays(term.weekdays))
    // A course of weekends may begin them on Friday (5).
    case 'weekend': {
      const outside = hasSessionWhere(sql`extract(isodow from ${courseSessions.startDate}) < 5`)
      return sql`(${hasSessionWhere(onWeekdays([6, 7]))} and not ${outside})`
    }
    case 'time':
      return hasSessionWhere(
        or(eq(courseSessions.startTime, term.time), eq(courseSessions.endTime, term.time)),
      )
    case 'free':
      return eq(courses.price, 0)
    case 'coming':
      return eq(courses.comingSoon, true)
    case 'price':
      return sql`(${and(
        term.least === null ? undefined : gte(courses.price, term.least),
        term.most === null ? undefined : lte(courses.price, term.most),
      )})`
  }
}

/** Makes a condition a subquery that uses its index, though it is joined by 'or' with conditions that have none. */
const byIndex = (condition: SQL) => sql`${courses.id} in (select id from ${courses} where ${condition})`

/** The condition that a session includes one of these weekdays; it may last several days. */
const onWeekdays = (weekdays: number[]) =>
  sql`(${or(
    ...weekdays.map(
      (weekday) =>
        sql`(${weekday} - extract(isodow from ${courseSessions.startDate})::int + 7) % 7
          <= ${courseSessions.endDate} - ${courseSessions.startDate}`,
    ),
  )})`

/**
 * The condition that a session which is not over meets `condition`. Lessons at one's own pace have no days. No session
 * is taken to last more than 31 days, so that the index on its first day can be used.
 */
const hasSessionWhere = (condition: SQL | undefined) =>
  sql`(${courses.format} is distinct from 'e-learning' and ${courses.id} in (
    select ${courseSessions.courseId} from ${courseSessions}
    where ${and(gte(courseSessions.startDate, sql`${today()}::date - 31`), gte(courseSessions.endDate, today()), condition)}))`

/**
 * The condition that a course contains an expression: by its stems, those of its synonyms or with two letters exchanged
 * (full text), as a part of a text, with a typo in the title (trigrams), or by an acronym in the title. A number must
 * stand in a text as a whole; one or two letters must begin a word of the title, or be a word of a text; with
 * synonyms, as 'PA', they must be a word.
 */
function containsExpression(expression: Expression): SQL {
  const { typed, isNumber } = expression
  if (isNumber) return contains(courses.searchText, expression)
  const isShort = typed.length <= 2
  const isAI = [typed, ...expression.synonyms].some((letters) => letters.toLowerCase() === 'ai')
  const matches = [
    sql`${courses.searchDocument} @@ ${fullText([stemQuery(expression), ...synonymQueries(expression)])}`,
    isShort ? undefined : contains(courses.searchText, expression),
    isShort && !isAI ? titleContains(expression) : undefined,
    isShort || !expression.allowsTypo
      ? undefined
      : sql`public.plain_text(${searchForms(typed)[0] ?? typed}) <% ${courses.titleText}`,
    ...acronymsOf(expression).map((letters) => containsText(courses.titleText, letters)),
    isAI ? titleWithAI : undefined,
  ]
  return sql`(${or(...matches)})`
}

/** The synonyms that are acronyms. A title may write 'P.M.I.', which the full text does not read as a word. */
const acronymsOf = ({ synonyms }: Expression) =>
  synonyms.filter((synonym) => synonym.length > 2 && synonym === synonym.toUpperCase())

/** The condition that a title contains 'AI' in capitals. 'ai' is a preposition, which the full text ignores. */
const titleWithAI = sql`(${titleHasWord('ai')} and ${courses.title} ~ '\\mA[.]?I\\M')`

/** The condition that a title contains an expression. Two letters with synonyms, as 'PA', do not begin 'Parlare'. */
const titleContains = (expression: Expression) =>
  expression.typed.length <= 2 && expression.synonyms.length > 0
    ? titleHasWord(expression.typed)
    : contains(courses.titleText, expression)

/** The condition that a title has a word, which it may write with points: 'P.A.'. `word`: in small letters. */
function titleHasWord(word: string) {
  return or(
    ...[word, `${word} %`, `% ${word}`, `% ${word} %`].map((form) => sql`${courses.titleText} like ${form}`),
  )
}

const contains = (column: AnyPgColumn, { typed, isNumber }: Expression) =>
  isNumber ? wholeNumber(column, typed) : containsText(column, typed)

/** The condition that a column contains a number that is not part of a longer one: 231 is not in '1231'. */
const wholeNumber = (column: AnyPgColumn, number: string) =>
  sql`${column} ~ ${`(^|[^0-9])${number}([^0-9]|$)`}`

/** A query of full text: all words of an expression, or one word with its transpositions as alternatives. */
function stemQuery({ typed, allowsTypo }: Expression): string {
  const words = wordsOf(typed)
  return words.length > 1 || !allowsTypo ? allWords(words) : transpositionsOf(words[0] ?? '').join(' | ')
}

const synonymQueries = ({ synonyms }: Expression) => synonyms.map((synonym) => allWords(wordsOf(synonym)))

const allWords = (words: string[]) => `(${words.join(' & ')})`

/** The words of an expression, with letters and digits only. */
const wordsOf = (expression: string) => (searchForms(expression).at(-1) ?? '').split(' ')

/** A full text query that matches where one of several does. `weight`: 'A' for the title alone, '' for all texts. */
function fullText(queries: readonly string[], weight = ''): SQL {
  const joined = [...new Set(queries)].join(' | ')
  const weighed = weight ? joined.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => `${word}:${weight}`) : joined
  return sql`to_tsquery('public.italiano', ${weighed})`
}

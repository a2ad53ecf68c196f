/** Numbers whose Italian name begins with a vowel: 8, 80, 800 … and 11, 11.000; also '08' of a date. */
const READ_WITH_VOWEL = /^(?:0?8|11(?!\d))/
const FIRST_OF_MONTH = /^1(?= [a-z])/

/**
 * Puts an article, or words that end with one ('al', 'fino al', 'entro il'), before a day, a number or an ordinal, with
 * elision: 'fino al' and '8 marzo' → 'fino all’8 marzo'; 'Dal' and '1 aprile' → 'Dal 1º aprile'.
 */
export function withArticle(article: string, text: string): string {
  if (!READ_WITH_VOWEL.test(text)) return `${article} ${text.replace(FIRST_OF_MONTH, '1º')}`
  const stem = article === 'Il' ? 'L' : `${article.replace(/il$/, '')}l`
  return `${stem}’${text}`
}

/** Puts 'a' before a text, or 'ad' before an A: 'a marzo 2027', 'ad aprile', 'ad Ascoli Piceno'. */
export function withA(text: string): string {
  return `${/^a/i.test(text) ? 'ad' : 'a'} ${text}`
}

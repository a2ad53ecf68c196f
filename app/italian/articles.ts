/** Figures that are read with a vowel first: 8, 80, 800 … and 11, 11.000. A date may have a zero before it. */
const READ_WITH_VOWEL = /^(?:0?8|11(?!\d))/
const FIRST_OF_MONTH = /^1(?= [a-z])/

/**
 * Joins 'il', or what ends with it ('al', 'fino al', 'entro il'), to a day, a number or an ordinal: 'fino al', '8 marzo' → 'fino
 * all’8 marzo'; 'Dal', '1 aprile' → 'Dal 1º aprile'.
 */
export function withArticle(article: string, text: string): string {
  if (!READ_WITH_VOWEL.test(text)) return `${article} ${text.replace(FIRST_OF_MONTH, '1º')}`
  const stem = article === 'Il' ? 'L' : `${article.replace(/il$/, '')}l`
  return `${stem}’${text}`
}

/** 'a marzo 2027', 'ad aprile', 'ad Ascoli Piceno' */
export function withA(text: string): string {
  return `${/^a/i.test(text) ? 'ad' : 'a'} ${text}`
}

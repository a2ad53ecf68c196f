/** An article, alone or at the end of a preposition, before a vowel. */
const BEFORE_VOWEL = new Map([
  ['il', 'l’'],
  ['al', 'all’'],
  ['dal', 'dall’'],
  ['del', 'dell’'],
  ['nel', 'nell’'],
  ['sul', 'sull’'],
  ['i', 'gli '],
  ['ai', 'agli '],
  ['dai', 'dagli '],
  ['dei', 'degli '],
  ['nei', 'negli '],
  ['sui', 'sugli '],
])

/** Figures that are read with a vowel first: 8, 80, 800 … and 11, 11.000. A date may have a zero before it. */
const READ_WITH_VOWEL = /^(?:0?8|11(?!\d))/
const FIRST_OF_MONTH = /^1(?= \p{L})/u
const LAST_WORD = /\p{L}+$/u

/**
 * Joins an article, or what ends with one, to a day, a number or an ordinal: 'fino al', '8 marzo' → 'fino all’8 marzo'; 'Dal',
 * '1 aprile' → 'Dal 1º aprile'.
 */
export function withArticle(article: string, text: string): string {
  const named = text.replace(FIRST_OF_MONTH, '1º')
  if (!READ_WITH_VOWEL.test(text)) return `${article} ${named}`
  const joined = article.replace(LAST_WORD, (word) => {
    const elided = BEFORE_VOWEL.get(word.toLowerCase())
    if (!elided) return `${word} `
    return word.charAt(0) === word.charAt(0).toLowerCase()
      ? elided
      : elided.charAt(0).toUpperCase() + elided.slice(1)
  })
  return joined + named
}

/** 'a marzo 2027', 'ad aprile' */
export const inMonth = (month: string): string => `${/^a/i.test(month) ? 'ad' : 'a'} ${month}`

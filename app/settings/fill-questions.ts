import { type ShownQuestion, withTerms } from '../public/questions'
import { companyWords, fillWords } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'

/** Questions as the office writes them, with the words that stand for the placeholders. */
export function fillQuestions(questions: ShownQuestion[]): ShownQuestion[] {
  const words = companyWords(siteSettings().company)
  const filled = questions.map(({ id, question, answer }) => ({
    id,
    question: fillWords(question, words),
    answer: fillWords(answer, words),
  }))
  return withTerms(filled)
}

import { type ShownQuestion, withTerms } from '../public/questions'
import { companyWords, fillWords } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'

/** Returns the questions of the office with the company's data in place of '[azienda]' and the other placeholders. */
export function fillQuestions(questions: ShownQuestion[]): ShownQuestion[] {
  const words = companyWords(siteSettings().company)
  const filled = questions.map(({ id, question, answer }) => ({
    id,
    question: fillWords(question, words),
    answer: fillWords(answer, words),
  }))
  return withTerms(filled)
}

import { type ShownQuestion, withTerms } from '../public/questions'
import { companyValues, fillPlaceholders } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'

/** Fills in the placeholders of questions, as pages show them: data of the company, and the terms of cancellation. */
export function fillQuestions(questions: ShownQuestion[]): ShownQuestion[] {
  const words = companyValues(siteSettings().company)
  const filled = questions.map(({ id, question, answer }) => ({
    id,
    question: fillPlaceholders(question, words),
    answer: fillPlaceholders(answer, words),
  }))
  return withTerms(filled)
}

import { type ShownQuestion, withCancellationTerms } from '../public/questions'
import { companyValues, fillPlaceholders } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'

/** Fills in the placeholders of questions for a preview: data of the company, and the terms of cancellation. */
export function fillQuestions(questions: ShownQuestion[]): ShownQuestion[] {
  const values = companyValues(siteSettings().company)
  const filled = questions.map(({ id, question, answer }) => ({
    id,
    question: fillPlaceholders(question, values),
    answer: fillPlaceholders(answer, values),
  }))
  return withCancellationTerms(filled)
}

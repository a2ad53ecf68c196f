import type { Question } from '../content/settings.rules'
import { CANCELLATION_TERMS } from '../enrolments/refund-terms.rules'
import { siteSettings } from '../site/settings'

/** The questions that the office has not hidden, with the terms of cancellation filled in. */
export function shownQuestions() {
  return withCancellationTerms(siteSettings().questions.filter(({ hidden }) => !hidden))
}

/** Replaces the placeholder for the terms of cancellation in the answers. */
export const withCancellationTerms = (questions: Question[]) =>
  questions.map(({ id, question, answer }) => ({
    id,
    question,
    answer: answer.replaceAll('[condizioni di disdetta]', CANCELLATION_TERMS),
  }))

import { CANCELLATION_TERMS } from '../enrolments/leave/terms.rules'
import { siteSettings } from '../site/settings'

/** The questions that the home page shows. */
export function shownQuestions() {
  return siteSettings()
    .questions.filter(({ hidden }) => !hidden)
    .map(({ id, question, answer }) => ({
      id,
      question,
      answer: answer.replaceAll('[condizioni di disdetta]', CANCELLATION_TERMS),
    }))
}

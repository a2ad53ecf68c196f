import { CANCELLATION_TERMS } from '../enrolments/leave/terms.rules'
import { companyWords, fillIn } from '../site/placeholders'
import { siteSettings } from '../site/settings'

/** The questions that the home page shows. `today`: YYYY-MM-DD. */
export function shownQuestions(today: string) {
  const words = { ...companyWords(today), 'condizioni di disdetta': CANCELLATION_TERMS }
  return siteSettings()
    .questions.filter(({ hidden }) => !hidden)
    .map(({ id, question, answer }) => ({ id, question, answer: fillIn(answer, words) }))
}

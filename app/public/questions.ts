import type { Question } from '../content/groups.rules'
import { CANCELLATION_TERMS } from '../enrolments/leave/terms.rules'
import { companyWords, fillWords } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'

/** The questions that the home page shows. */
export function shownQuestions() {
  return withTerms(siteSettings().questions.filter(({ hidden }) => !hidden))
}

type ShownQuestion = Pick<Question, 'id' | 'question' | 'answer'>

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

const withTerms = (questions: ShownQuestion[]): ShownQuestion[] =>
  questions.map(({ id, question, answer }) => ({
    id,
    question,
    answer: answer.replaceAll('[condizioni di disdetta]', CANCELLATION_TERMS),
  }))

import type { Question } from '../content/settings.rules'
import {
  COMPANY_PLACEHOLDERS,
  CONTACT_PLACEHOLDERS,
  paragraphProblem,
  tidyParagraph,
} from './paragraphs.rules'

export const QUESTION_LABELS = { question: 'Domanda', answer: 'Risposta' }
/** Most characters of each field. */
export const QUESTION_MOST = { question: 160, answer: 700 }
export const MOST_QUESTIONS = 40

export const QUESTION_PLACEHOLDERS = {
  ...COMPANY_PLACEHOLDERS,
  ...CONTACT_PLACEHOLDERS,
  'Condizioni di disdetta': 'condizioni di disdetta',
}
const KNOWN_PLACEHOLDERS = Object.values(QUESTION_PLACEHOLDERS)
/** The only placeholder that the question may not have, since the site fills it in answers alone. */
const TERMS = `[${QUESTION_PLACEHOLDERS['Condizioni di disdetta']}]`

type QuestionText = Partial<Record<'question' | 'answer', string>>

/**
 * Reads the form of a question. `id`: the question that the form is about; an id that is not stored adds a question.
 * The value is only fit to be stored without `errors`.
 */
export function readQuestion(
  { question = '', answer = '' }: QuestionText,
  stored: Question[],
  id: string,
): { value: Question; errors: QuestionText } {
  const errors: QuestionText = {}
  const questionProblem = paragraphProblem(question, QUESTION_MOST.question, KNOWN_PLACEHOLDERS)
  if (question.includes(TERMS)) errors.question = `Sposta ${TERMS} nella risposta: è un testo lungo`
  else if (questionProblem) errors.question = tidyParagraph(question) ? questionProblem : 'Scrivi la domanda'
  const answerProblem = paragraphProblem(answer, QUESTION_MOST.answer, KNOWN_PLACEHOLDERS)
  if (answerProblem) errors.answer = tidyParagraph(answer) ? answerProblem : 'Scrivi la risposta'
  const former = stored.find((listed) => listed.id === id)
  if (!former && stored.length >= MOST_QUESTIONS)
    errors.question ??= `Le domande sono già ${MOST_QUESTIONS}: eliminane una, poi aggiungi questa`
  const value = {
    id,
    question: tidyParagraph(question),
    answer: tidyParagraph(answer),
    hidden: former?.hidden ?? false,
  }
  return { value, errors }
}

/** Returns the texts with which the form shows a stored question; an empty form for an unknown id. */
export function writeQuestion(questions: Question[], id: string) {
  const { question = '', answer = '' } = questions.find((listed) => listed.id === id) ?? {}
  return { question, answer }
}

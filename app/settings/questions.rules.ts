import type { Question } from '../content/settings.rules'
import { COMPANY_PLACEHOLDERS, CONTACT_PLACEHOLDERS, tidyWords, wordsProblem } from './words.rules'

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

type QuestionText = Partial<Record<'question' | 'answer', string>>

/**
 * Reads the form of a question. `id`: the question that the form is about; an id that is not stored adds a question.
 */
export function readQuestion(
  { question = '', answer = '' }: QuestionText,
  stored: Question[],
  id: string,
): { value: Question; errors: QuestionText } {
  const errors: QuestionText = {}
  const questionProblem = wordsProblem(question, QUESTION_MOST.question, KNOWN_PLACEHOLDERS)
  if (questionProblem) errors.question = tidyWords(question) ? questionProblem : 'Scrivi la domanda'
  const answerProblem = wordsProblem(answer, QUESTION_MOST.answer, KNOWN_PLACEHOLDERS)
  if (answerProblem) errors.answer = tidyWords(answer) ? answerProblem : 'Scrivi la risposta'
  const former = stored.find((other) => other.id === id)
  if (!former && stored.length >= MOST_QUESTIONS)
    errors.question ??= `Le domande sono già ${MOST_QUESTIONS}: eliminane una, poi aggiungi questa`
  const value = {
    id: id,
    question: tidyWords(question),
    answer: tidyWords(answer),
    hidden: former?.hidden ?? false,
  }
  return { value, errors }
}

/** Returns the texts with which the form shows a stored question; an empty form for an unknown id. */
export function writeQuestion(questions: Question[], id: string) {
  const { question = '', answer = '' } = questions.find((other) => other.id === id) ?? {}
  return { question, answer }
}

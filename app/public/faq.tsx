import { Icon } from '../ui/icon'
import type { shownQuestions } from './questions'

/** Native accordion, one open at a time. */
export function Faq({ questions }: { questions: ReturnType<typeof shownQuestions> }) {
  return (
    <div className="faq">
      {questions.map(({ id, question, answer }) => (
        <details key={id} name="faq">
          <summary>
            {question}
            <Icon name="plus" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}

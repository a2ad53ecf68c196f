import { Icon } from '../ui/icon'
import type { Question } from './questions'

/** Native accordion, one open at a time. */
export function Faq({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="faq">
      {questions.map(({ question, answer }) => (
        <details key={question} name="faq">
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

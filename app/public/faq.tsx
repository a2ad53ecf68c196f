import type { Question } from '../content/faq'
import { Icon } from '../ui/icon'

/** One answer open at a time, and it can be closed again: the browser's own accordion. */
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

import { Icon } from '../ui/icon'
import type { shownQuestions } from './questions'

/**
 * Questions with folded answers, of which one at a time is open. `open`: shows the answer at first, for one question.
 */
export function Faq({ questions, open }: { questions: ReturnType<typeof shownQuestions>; open?: boolean }) {
  return (
    <div className="faq">
      {questions.map(({ id, question, answer }) => (
        <details key={id} name="faq" open={open}>
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

import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { Faq } from '../public/faq'
import { hasErrors } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/question.screen'
import { fillQuestions } from './fill-questions'
import { GroupForm } from './group-form'
import { answerItemForm, requireItem } from './group-form.server'
import { NEW_ITEM, withItem } from './list.rules'
import { lengthInWords } from './paragraphs.rules'
import { PlaceholderButtons } from './placeholder-buttons'
import { readGroup } from './queries.server'
import {
  QUESTION_LABELS,
  QUESTION_MOST,
  QUESTION_PLACEHOLDERS,
  readQuestion,
  writeQuestion,
} from './questions.rules'
import '../public/home.css'

export async function loader({ context, params: { question } }: Route.LoaderArgs) {
  const { value, version, lastChange } = await readGroup(adminFrom(context), 'questions')
  requireItem(context, value, question)
  return { text: writeQuestion(value, question), key: randomUUID(), version, lastChange }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const listPage = href('/admin/impostazioni/domande')
  return answerItemForm(adminFrom(context), { request, context }, listPage, params.question, {
    group: 'questions',
    itemsOf: (questions) => questions,
    read: (text, stored, id) => {
      const { value, errors } = readQuestion(text, stored, id)
      return { value: withItem(stored, value), errors }
    },
    write: writeQuestion,
  })
}

export default function QuestionSettings({ loaderData, actionData, params }: Route.ComponentProps) {
  const title = params.question === NEW_ITEM ? 'Nuova domanda' : 'Domanda frequente'
  return (
    <>
      <PageHead title={`Impostazioni: ${title.toLowerCase()}`} noindex error={hasErrors(actionData)} />
      <GroupForm
        start={loaderData}
        result={actionData}
        labels={QUESTION_LABELS}
        back={href('/admin/impostazioni/domande')}
        preview={({ question = '', answer = '' }) => (
          <Faq open questions={fillQuestions([{ id: 'anteprima', question, answer }])} />
        )}
      >
        {(text, errors, typed) => (
          <fieldset className="fields">
            <legend>
              <span className="fields-title">{title}</span>
            </legend>
            <PlaceholderButtons placeholders={QUESTION_PLACEHOLDERS} />
            <div className="group-stack">
              <Field
                label={QUESTION_LABELS.question}
                name="question"
                maxLength={QUESTION_MOST.question}
                defaultValue={text.question}
                error={errors.question}
                hint={lengthInWords(typed.question, QUESTION_MOST.question)}
              />
              <TextArea
                label={QUESTION_LABELS.answer}
                name="answer"
                rows={6}
                maxLength={QUESTION_MOST.answer}
                defaultValue={text.answer}
                error={errors.answer}
                hint={`${lengthInWords(typed.answer, QUESTION_MOST.answer)}, in un paragrafo`}
              />
            </div>
          </fieldset>
        )}
      </GroupForm>
    </>
  )
}

import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { Faq } from '../public/faq'
import { Field, TextArea } from '../ui/forms/field'
import { PlaceholderButtons } from '../ui/forms/placeholder-buttons'
import type { Route } from './+types/question.screen'
import { fillQuestions } from './fill-questions'
import { FormPart, GroupForm } from './group-form'
import { answerItemForm, type ItemReading, readItemForm } from './group-form.server'
import { NEW_ITEM, withItem } from './list.rules'
import {
  QUESTION_LABELS,
  QUESTION_MOST,
  QUESTION_PLACEHOLDERS,
  readQuestion,
  writeQuestion,
} from './questions.rules'
import '../public/home.css'

const QUESTION_FORM: ItemReading<'questions'> = {
  group: 'questions',
  page: href('/admin/impostazioni/domande'),
  read: (text, stored, id) => {
    const { value, errors } = readQuestion(text, stored, id)
    return { value: withItem(stored, value), errors }
  },
  write: writeQuestion,
}

export function loader({ context, params }: Route.LoaderArgs) {
  return readItemForm(adminFrom(context), context, params.question, QUESTION_FORM)
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerItemForm(adminFrom(context), { request, context }, params.question, QUESTION_FORM)
}

export default function QuestionSettings({ loaderData, actionData, params }: Route.ComponentProps) {
  const title = params.question === NEW_ITEM ? 'Nuova domanda' : 'Domanda frequente'
  return (
    <GroupForm
      title={title.toLowerCase()}
      start={loaderData}
      result={actionData}
      labels={QUESTION_LABELS}
      limits={QUESTION_MOST}
      back={href('/admin/impostazioni/domande')}
      preview={({ question = '', answer = '' }) => (
        <Faq open questions={fillQuestions([{ id: 'anteprima', question, answer, hidden: false }])} />
      )}
    >
      {({ field, length }) => (
        <FormPart title={title}>
          <PlaceholderButtons placeholders={QUESTION_PLACEHOLDERS} />
          <div className="group-stack">
            <Field {...field('question')} hint={length('question')} />
            <TextArea {...field('answer')} rows={6} hint={`${length('answer')}, in un paragrafo`} />
          </div>
        </FormPart>
      )}
    </GroupForm>
  )
}

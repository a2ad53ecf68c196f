import { data, href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { Route } from './+types/remove-question.screen'
import { withoutItem } from './list.rules'
import { answerRemoval } from './list.server'
import { readGroup } from './queries.server'
import { RemovalDialog } from './removal-dialog'

const listPage = () => href('/admin/impostazioni/domande')

export async function loader({ context, params }: Route.LoaderArgs) {
  const { value, version } = await readGroup(adminFrom(context), 'questions')
  const question = value.find(({ id }) => id === params.question)
  if (!question) throw data(null, { status: 404 })
  return { question: question.question, version }
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerRemoval(adminFrom(context), request, listPage(), 'questions', (questions) =>
    withoutItem(questions, params.question),
  )
}

export default function RemoveQuestion({ loaderData: { question, version }, params }: Route.ComponentProps) {
  return (
    <RemovalDialog
      title="Eliminare la domanda?"
      closeTo={listPage()}
      action={href('/admin/impostazioni/domande/:question/elimina', params)}
      version={version}
    >
      <p>
        «{question}» sparisce dal sito con la sua risposta. Per toglierla soltanto per un po’, nascondila.
        Nell’elenco si può ripristinare.
      </p>
    </RemovalDialog>
  )
}

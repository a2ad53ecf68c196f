import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { Route } from './+types/remove-question.screen'
import { changeList } from './commands.server'
import { withoutItem } from './list.rules'
import { answerRemoval, itemOr404 } from './list.server'
import { readGroup } from './queries.server'
import { RemovalDialog } from './removal-dialog'

const listPage = () => href('/admin/impostazioni/domande')

export async function loader({ context, params }: Route.LoaderArgs) {
  const { value, version } = await readGroup(adminFrom(context), 'questions')
  return { question: itemOr404(value, params.question).question, version }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const admin = adminFrom(context)
  return answerRemoval(request, listPage(), (version) =>
    changeList(admin, 'questions', (questions) => withoutItem(questions, params.question), version),
  )
}

export default function RemoveQuestion({ loaderData: { question, version } }: Route.ComponentProps) {
  return (
    <RemovalDialog title="Eliminare la domanda?" closeTo={listPage()} version={version}>
      <p>
        «{question}» sparisce dal sito con la sua risposta. Per toglierla soltanto per un po’, nascondila.
        Nell’elenco si può ripristinare.
      </p>
    </RemovalDialog>
  )
}

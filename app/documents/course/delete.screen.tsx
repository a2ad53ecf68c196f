import { href, useLocation } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { readOrRedirect, redirectWith, withErrorToast } from '../../http/toasts.server'
import { withEdition } from '../../ui/edition'
import { QuestionDialog } from '../../ui/overlays/question-dialog'
import { queryWith } from '../../ui/query'
import { restoreButton } from '../../ui/toast'
import { refusalToast } from '../file-form.server'
import { documentsPage, documentsQuery, RESTORABLE_MINUTES } from '../rules'
import type { Route } from './+types/delete.screen'
import { deleteDocument } from './commands.server'
import { documentById } from './queries.server'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const page = documentsPage(url.search)
  const document = await readOrRedirect(page, FAILED, documentById(staffFrom(context), params.document))
  if (!document) throw await redirectWith(page, refusalToast(FAILED, { refusal: 'unknown-document' }))
  return { fileName: document.fileName, course: document.course }
}

export async function action({ params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const page = documentsPage(url.search)
  return withErrorToast(FAILED, async () => {
    const deleted = await deleteDocument(staff, params.document)
    if (!deleted.ok) return redirectWith(page, refusalToast(FAILED, deleted))
    const query = queryWith(documentsQuery(url.search), { corso: deleted.courseId })
    const restoreAddress = href('/admin/documents') + query
    const fields = { intent: 'restore', document: params.document }
    return redirectWith(page, {
      tone: 'success',
      title: 'Documento eliminato',
      button: restoreButton(restoreAddress, fields),
    })
  })
}

const FAILED = 'Impossibile eliminare il documento'

export default function DeleteDocument({ loaderData, params }: Route.ComponentProps) {
  const { fileName, course } = loaderData
  const { search } = useLocation()
  return (
    <QuestionDialog
      title="Sei sicuro di voler eliminare questo documento?"
      closeTo={documentsPage(search)}
      stay="Tieni il documento"
      action={`${href('/admin/documents/:document/elimina', params)}${documentsQuery(search)}`}
      busy="Eliminazione..."
      button="Elimina"
    >
      <p>
        <b>{fileName}</b>
        <br />
        {withEdition(course)}
      </p>
      <p>Puoi ripristinarlo per {RESTORABLE_MINUTES} minuti; poi il file non c’è più.</p>
    </QuestionDialog>
  )
}

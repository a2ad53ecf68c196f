import { href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { readForm } from '../../http/form.server'
import { readOrRedirect, redirectWith, withErrorToast } from '../../http/toasts.server'
import { capitalize } from '../../italian/words'
import { officePage } from '../../parsing/office-page.rules'
import { withEdition } from '../../ui/edition'
import { Form } from '../../ui/forms/form'
import { QuestionActions, QuestionPage } from '../../ui/overlays/question-page'
import { restoreButton } from '../../ui/toast'
import { refusalToast } from '../file-form.server'
import { explainDocumentRefusal, RESTORABLE_MINUTES } from '../rules'
import type { Route } from './+types/delete.screen'
import { deletePersonalDocument, restorePersonalDocument } from './commands.server'
import { personalDocumentById } from './queries.server'
import { kindLabel, personalDocumentAddress } from './rules'

const TITLE = 'Eliminare il documento?'
const FAILED = 'Impossibile eliminare il documento'
const pageAfter = (url: URL) => officePage(url.searchParams.get('torna') ?? '')

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const back = pageAfter(url)
  const document = await readOrRedirect(back, FAILED, personalDocumentById(staffFrom(context), params.file))
  if (!document) throw await redirectWith(back, refusalToast(FAILED, { refusal: 'unknown-document' }))
  return { document, back }
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const back = pageAfter(url)
  return withErrorToast(FAILED, async () => {
    if (form.get('intent') === 'restore') {
      const restored = await restorePersonalDocument(staff, params.file)
      return redirectWith(
        back,
        restored.ok
          ? { tone: 'success', title: 'Documento ripristinato' }
          : refusalToast('Impossibile ripristinare il documento', restored),
      )
    }
    const deleted = await deletePersonalDocument(staff, params.file)
    if (!deleted.ok) return redirectWith(back, refusalToast(FAILED, deleted))
    const fields = { intent: 'restore' }
    return redirectWith(back, {
      tone: 'success',
      title: 'Documento eliminato',
      button: restoreButton(url.pathname + url.search, fields),
    })
  })
}

export default function DeletePersonal({ loaderData, actionData }: Route.ComponentProps) {
  const { document, back } = loaderData
  const { id, kind, fileName, person, course, openDecision, isIssued } = document
  return (
    <QuestionPage
      title={TITLE}
      about={null}
      back={back}
      result={actionData}
      refusal={isIssued ? capitalize(explainDocumentRefusal({ refusal: 'certificate' })) : undefined}
    >
      <p>
        {kindLabel(kind)}: <a href={personalDocumentAddress(id)}>{fileName}</a>
        <br />
        {person.firstName} {person.lastName}, {withEdition(course)}
      </p>
      {/* While the e-mail about the document waits, the form undoes the decision instead of deleting the document. */}
      <Form
        method="post"
        className="form"
        {...(openDecision && {
          action: href('/admin/decisioni/:decision/ripristina', { decision: openDecision }),
        })}
      >
        {openDecision && <input type="hidden" name="torna" value={back} />}
        <p>
          {openDecision
            ? 'L’email che lo annuncia non è ancora partita, e non parte.'
            : `La persona non lo trova più. Puoi ripristinarlo per ${RESTORABLE_MINUTES} minuti; poi il file non c’è più.`}
        </p>
        <QuestionActions back={back} busy="Eliminazione...">
          Elimina
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}

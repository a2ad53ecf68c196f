import { data, href, Link, useLocation } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { readForm } from '../../http/form.server'
import { readOrRedirect, redirectWith, withErrorToast } from '../../http/toasts.server'
import { formatDate } from '../../italian/dates'
import { formatKilobyteCount } from '../../italian/file-sizes'
import { withEdition } from '../../ui/edition'
import { ErrorSummary, hasErrors } from '../../ui/forms/error-summary'
import { TextArea } from '../../ui/forms/field'
import { Form, Submit } from '../../ui/forms/form'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { queryWith } from '../../ui/query'
import { refusalToast } from '../file-form.server'
import {
  DESCRIPTION_LIMIT,
  type DocumentFacts,
  documentsPage,
  documentsQuery,
  explainDocumentRefusal,
  fileTypeLabel,
  VISIBILITY_LABELS,
  visibilityFrom,
} from '../rules'
import type { Route } from './+types/details.screen'
import { changeDocument } from './commands.server'
import { documentById } from './queries.server'
import { VisibilityField } from './visibility-field'

const FAILED = 'Impossibile aggiornare il documento'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const finding = documentById(staffFrom(context), params.document)
  const document = await readOrRedirect(
    documentsPage(url.search),
    'Impossibile caricare i documenti',
    finding,
  )
  if (!document) throw data(null, { status: 404 })
  return document
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const typed = { ...factsFrom(form), before: factsFrom(form, BEFORE) }
  const answer = async () => {
    const changed = await changeDocument(staff, params.document, typed, typed.before)
    if (!changed.ok && changed.refusal === 'long-description')
      return data({ ...typed, errors: { newDescription: explainDocumentRefusal(changed) } }, { status: 400 })
    return redirectWith(
      documentsPage(url.search),
      changed.ok ? { tone: 'success', title: 'Documento aggiornato' } : refusalToast(FAILED, changed),
    )
  }
  return withErrorToast(FAILED, answer, { ...typed, errors: { newDescription: undefined } })
}

/** Ends the names of the hidden fields with the facts that the form began with. */
const BEFORE = 'Before'

/** Reads description and visibility from a form. `suffix`: ends the names of the fields. */
function factsFrom(form: FormData, suffix = ''): DocumentFacts {
  const text = (name: string) => String(form.get(name + suffix) ?? '')
  return { description: text('newDescription'), visibility: visibilityFrom(text('visibility')) }
}

export default function Details({ loaderData: document, actionData, params }: Route.ComponentProps) {
  const refused = actionData && 'errors' in actionData ? actionData : undefined
  const before = refused?.before ?? document
  const { search } = useLocation()
  const isEditing = new URLSearchParams(search).has('modifica')
  const title = isEditing ? 'Modifica Documento' : 'Dettagli Documento'
  const address = href('/admin/documents/:document', params)
  return (
    <Dialog key={title} title={title} closeTo={documentsPage(search)}>
      <PageHead title={`${title}: ${document.fileName}`} noindex error={hasErrors(actionData)} />
      {isEditing ? (
        <Form method="post" action={address + search} className="form" preventScrollReset>
          <ErrorSummary result={actionData} errors={refused?.errors} />
          <p>
            <b>{document.fileName}</b>
          </p>
          <TextArea
            label="Descrizione"
            name="newDescription" // also its id: the page behind the dialog has a field `description`
            optional
            rows={3}
            maxLength={DESCRIPTION_LIMIT}
            defaultValue={refused?.description ?? document.description ?? ''}
            error={refused?.errors.newDescription}
          />
          <VisibilityField chosen={refused?.visibility ?? document.visibility} />
          <input type="hidden" name={`newDescription${BEFORE}`} value={before.description ?? ''} />
          <input type="hidden" name={`visibility${BEFORE}`} value={before.visibility} />
          <div className="actions">
            <Submit className="button button-main" busy="Salvataggio...">
              Salva Modifiche
            </Submit>
            <Link className="button" to={documentsPage(search)} preventScrollReset>
              Chiudi
            </Link>
          </div>
        </Form>
      ) : (
        <>
          <Facts document={document} />
          <div className="actions">
            <a className="button" href={href('/documenti/:document', { document: document.id })}>
              Scarica
            </a>
            <Link
              className="button button-quiet"
              to={address + queryWith(search, { modifica: '1' })}
              preventScrollReset
            >
              Modifica
            </Link>
            <Link
              className="button button-quiet"
              to={`${href('/admin/documents/:document/elimina', params)}${documentsQuery(search)}`}
              preventScrollReset
            >
              Elimina
            </Link>
          </div>
        </>
      )}
    </Dialog>
  )
}

function Facts({ document }: { document: Route.ComponentProps['loaderData'] }) {
  const { name, who } = VISIBILITY_LABELS[document.visibility]
  const facts = {
    'Nome File': document.fileName,
    Corso: withEdition(document.course),
    Descrizione: document.description ?? '–',
    Tipo: fileTypeLabel(document.fileType),
    'Dimensione (KB)': formatKilobyteCount(document.fileSize),
    'Data Creazione': formatDate(document.createdAt, 'dd/MM/yyyy HH:mm'),
    'Chi legge': `${name}: ${who}`,
  }
  return (
    <dl className="document-facts">
      {Object.entries(facts).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import { data, href, useLocation } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey, courseOr404 } from '../../courses/office.queries.server'
import { courseTablePage, courseTableQuery } from '../../courses/table/rules'
import { formatBytes } from '../../italian/file-sizes'
import { readUploads } from '../../storage/uploads.server'
import { editionLine, withEdition } from '../../ui/edition'
import { loadAfterConflict } from '../../ui/forms/load-after-conflict'
import { restoreButton, type ToastButton } from '../../ui/toast'
import { FileDialog } from '../file-dialog'
import {
  answerForm,
  answerScript,
  type FileOutcome,
  refusalToast,
  refusedChange,
  refusedOutcome,
  shownFileIn,
} from '../file-form.server'
import { documentsPage, documentsQuery, MAX_FILE_BYTES, RESTORABLE_MINUTES, toastOfRefusal } from '../rules'
import type { Route } from './+types/brochure.screen'
import { brochureAddress } from './brochure-link'
import { publishBrochure, removeBrochure, restoreBrochure } from './commands.server'
import { CurrentBrochure } from './current-brochure'
import { brochureSize } from './queries.server'

type Args = Pick<Route.ActionArgs, 'request' | 'params' | 'context' | 'url'>

export const middleware: Route.MiddlewareFunction[] = [answerScript(changeBrochure)]

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const course = await courseOr404(courseByKey(staffFrom(context), params.course), pageOf(url.search))
  if (course.archivedAt) throw data(null, { status: 404 })
  const { title, slug, startDate, place, pdfFilePath } = course
  return { title, slug, startDate, place, brochure: pdfFilePath, size: await brochureSize(pdfFilePath) }
}

export const shouldRevalidate = loadAfterConflict

export async function action(args: Route.ActionArgs) {
  return answerForm(changeBrochure(args))
}

async function changeBrochure({ request, params, context, url }: Args): Promise<FileOutcome> {
  const staff = staffFrom(context)
  const { fields, files, problem } = await readUploads(request, { maxFiles: 1, maxFileSize: MAX_FILE_BYTES })
  const course = await courseByKey(staff, params.course)
  if (!course) throw data(null, { status: 404 })
  const location = pageOf(url.search)
  const success = (title: string, button?: ToastButton): FileOutcome => ({
    location,
    toast: { tone: 'success', title, description: withEdition(course), button },
  })
  const restoreAddress = href('/admin/courses/:course/pdf', params) + queryOf(url.search)
  const text = (name: string) => String(fields.get(name) ?? '')
  if (text('intent') === 'restore') {
    const change = { path: text('path') || null, formerPath: text('formerPath') }
    const restored = await restoreBrochure(staff, course.id, change)
    if (restored.ok) return success('PDF ripristinato')
    return { location, toast: refusalToast('Impossibile ripristinare il PDF', restored) }
  }
  const shown = shownFileIn(fields)
  if (text('intent') === 'remove') {
    const removed = await removeBrochure(staff, course.id, shown)
    if (removed.ok) return success('PDF rimosso', restoreButton(restoreAddress, restoreFields(removed)))
    return refusedChange('Impossibile rimuovere il PDF', removed)
  }
  if (problem) return refusedOutcome(problem)
  const [file] = files
  if (!file) return refusedOutcome('no-file', toastOfRefusal('no-file').description)
  const published = await publishBrochure(staff, course.id, file, shown)
  if (!published.ok)
    return published.refusal === 'brochure-changed'
      ? refusedChange('Impossibile caricare il PDF', published)
      : refusedOutcome(published.refusal)
  if (published.formerPath === null) return success('PDF caricato con successo')
  return success('PDF aggiornato', restoreButton(restoreAddress, restoreFields(published)))
}

/** The fields of the button that undoes a change of the brochure. */
const restoreFields = ({ path, formerPath }: { path: string | null; formerPath: string | null }) => ({
  intent: 'restore',
  path: path ?? '',
  formerPath: formerPath ?? '',
})

const isOfEdition = (search: string) => new URLSearchParams(search).has('edizione')

/** The page below the dialog: the documents of the edition, else the table of the courses. */
const pageOf = (search: string) => (isOfEdition(search) ? documentsPage(search) : courseTablePage(search))
const queryOf = (search: string) => (isOfEdition(search) ? documentsQuery(search) : courseTableQuery(search))

export default function Brochure({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, slug, brochure, size } = loaderData
  const { search } = useLocation()
  const address = href('/admin/courses/:course/pdf', params) + queryOf(search)
  return (
    <FileDialog
      title="Brochure del corso"
      pageTitle="Brochure"
      name={title}
      detail={editionLine(loaderData)}
      closeTo={pageOf(search)}
      action={address}
      path={brochure}
      current={brochure && <CurrentBrochure href={brochureAddress(slug, brochure)} size={size} />}
      removal={{
        meaning: `Il pulsante «Scarica la brochure» sparisce dalla pagina del corso. Puoi ripristinare il PDF per ${RESTORABLE_MINUTES} minuti; poi il file non c’è più.`,
        button: 'Rimuovi PDF',
      }}
      label="File PDF"
      accept="application/pdf,.pdf"
      hint={`Al massimo ${formatBytes(MAX_FILE_BYTES)}.`}
      submitLabel="Carica PDF"
      result={actionData}
    />
  )
}

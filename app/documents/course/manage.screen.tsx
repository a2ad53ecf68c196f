import { useState } from 'react'
import { data, href, useLocation, useOutlet } from 'react-router'
import type { Staff } from '../../accounts/rules'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey } from '../../courses/office.queries.server'
import { loadSections, redirectWith, withErrorToast } from '../../http/toasts.server'
import { log } from '../../runtime/log.server'
import { readUploads, sentByScript } from '../../storage/uploads.server'
import { Toasts } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import { errorToast, type Toast } from '../../ui/toast'
import { refusalToast, refusedOutcome } from '../file-form.server'
import {
  type DocumentFacts,
  documentsPage,
  documentsQuery,
  explainDocumentRefusal,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_TOTAL_BYTES,
  visibilityFrom,
} from '../rules'
import type { Route } from './+types/manage.screen'
import { addDocument, restoreDocument } from './commands.server'
import { CourseChoice } from './course-choice'
import { DocumentTable } from './document-table'
import { courseChoices, documentById, documentsOf } from './queries.server'
import { toastOfResults, type UploadResult, wasAdded } from './upload.rules'
import { UploadForm } from './upload-form'

type Args = Pick<Route.ActionArgs, 'request' | 'context' | 'url'>
type ReceivedForm = { results: UploadResult[]; problem?: string; facts?: DocumentFacts; toast: Toast }

/** A script sends one file at a time and gets JSON. The forms of dialogs below this address pass. */
export const middleware: Route.MiddlewareFunction[] = [
  async (args, next) => {
    if (!sentByScript(args.request) || args.url.pathname !== href('/admin/documents')) return next()
    const { results, problem } = await receive(args)
    return Response.json({ results, problem })
  },
]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const courseKey = url.searchParams.get('corso') ?? ''
  const openDocumentId = 'document' in params ? String(params.document) : ''
  const { loadSection, respond } = loadSections()
  const { isCourseMissing, ...page } = await loadSection<DocumentsPage>(
    FAILED,
    readPage(staff, courseKey, openDocumentId),
    UNREAD_PAGE,
  )
  return respond(page, ...(isCourseMissing ? [errorToast(`${FAILED}: questo corso non esiste`)] : []))
}
const FAILED = 'Impossibile caricare i documenti'

type DocumentsPage = Awaited<ReturnType<typeof readPage>>
/** Stands for a page that could not be read. */
const UNREAD_PAGE: DocumentsPage = { courses: [], chosen: undefined, documents: [], isCourseMissing: false }

/**
 * Reads the page of the course that the address names, else of the open document, else of the first one. `courseKey`:
 * id or slug of the course, '' for none; `openDocumentId`: id of the document of an open dialog, '' for none.
 * `isCourseMissing`: there is no course of this key.
 */
async function readPage(staff: Staff, courseKey: string, openDocumentId: string) {
  const key = courseKey || (await documentById(staff, openDocumentId))?.courseId
  const [courses, course] = await Promise.all([
    courseChoices(staff),
    key ? courseByKey(staff, key) : undefined,
  ])
  const chosen = course ?? courses[0]
  const isCourseMissing = courseKey !== '' && !course
  return { courses, chosen, isCourseMissing, documents: chosen ? await documentsOf(staff, chosen.id) : [] }
}

export async function action(args: Route.ActionArgs) {
  return withErrorToast('Impossibile ripristinare il documento', async () => {
    const { results, problem, facts, toast } = await receive(args)
    if (!problem && results.every(wasAdded)) return redirectWith(documentsPage(args.url.search), toast)
    return data({ results, problem, facts, toasts: [toast] }, { status: 400 })
  })
}

async function receive({ request, context, url }: Args): Promise<ReceivedForm> {
  const staff = staffFrom(context)
  const limits = { maxFiles: MAX_FILES, maxFileSize: MAX_FILE_BYTES, maxTotalSize: MAX_TOTAL_BYTES }
  const { fields, files, problem } = await readUploads(request, limits)
  const text = (name: string) => String(fields.get(name) ?? '')
  if (text('intent') === 'restore') return restore(staff, text('document'))
  const facts = {
    description: text('description'),
    visibility: visibilityFrom(text('visibility')),
  }
  if (problem || files.length === 0) {
    const refusal = problem ?? 'no-file'
    const { toast } = refusedOutcome(refusal)
    return { results: [], problem: explainDocumentRefusal({ refusal }), facts, toast }
  }
  const courseId = url.searchParams.get('corso') ?? ''
  const results: UploadResult[] = []
  for (const file of files) {
    const added = await addDocument(staff, courseId, file, facts).catch((fault) => {
      log.error({ err: fault }, 'A document could not be added')
      return { ok: false, refusal: 'upload-failed' } as const
    })
    if (added.ok) results.push({ name: added.fileName })
    else results.push({ name: file.name, sentence: explainDocumentRefusal(added) })
  }
  return { results, facts, toast: toastOfResults(results) }
}

async function restore(staff: Staff, id: string): Promise<ReceivedForm> {
  const restored = await restoreDocument(staff, id)
  if (restored.ok) return { results: [], toast: { tone: 'success', title: 'Documento ripristinato' } }
  return {
    results: [],
    toast: refusalToast('Impossibile ripristinare il documento', restored),
  }
}

export default function Documents({ loaderData, actionData }: Route.ComponentProps) {
  const { courses, chosen, documents } = loaderData
  const dialog = useOutlet()
  const result = actionData && 'results' in actionData ? actionData : undefined
  const { search } = useLocation()
  const [isRefused, setRefused] = useState(false)
  return (
    <section className="admin-section" aria-labelledby="documenti">
      {actionData && <Toasts toasts={actionData.toasts} />}
      {dialog ?? (
        <PageHead
          title="Documenti"
          path={href('/admin/documents')}
          noindex
          error={actionData !== undefined || isRefused}
        />
      )}
      <div className="admin-head">
        <h2 id="documenti">Documenti</h2>
        <CourseChoice courses={courses} chosen={chosen} />
      </div>
      {chosen && <DocumentTable documents={documents} query={documentsQuery(search)} />}
      {/* The courses to choose from have no `archivedAt`: none of them is archived. */}
      {chosen && !('archivedAt' in chosen && chosen.archivedAt) && (
        <UploadForm
          key={chosen.id}
          courseId={chosen.id}
          query={`?corso=${chosen.id}`}
          result={result}
          onRefusedChange={setRefused}
        />
      )}
    </section>
  )
}

import { useState } from 'react'
import { data, useLocation } from 'react-router'
import { adminFrom } from '../accounts/session.server'
import { pageBelow, pageQuery } from '../courses/admin/rules'
import { courseByKey } from '../courses/editor/queries.server'
import { orRedirect } from '../http/faults.server'
import { redirectWith, withFlash } from '../http/flash.server'
import { log } from '../runtime/log.server'
import { readUploads, sentByScript } from '../storage/uploads.server'
import { Dialog } from '../ui/dialog'
import { editionLine, withEdition } from '../ui/edition'
import { PageHead } from '../ui/page-head'
import type { Toast } from '../ui/toast'
import type { Route } from './+types/brochure.screen'
import { publishBrochure, removeBrochure } from './brochure.commands.server'
import { BrochureForm, type BrochureRefused } from './brochure-form'
import { brochureAddress } from './brochure-link'
import { CurrentBrochure } from './current-brochure'
import { brochureSize } from './queries.server'
import { explain, type FileRefusal, MAX_FILE_BYTES, uploadToast } from './rules'

type Args = Pick<Route.ActionArgs, 'request' | 'params' | 'context' | 'url'>
type Refused = BrochureRefused & { status: number }
type Outcome = { location: string; toast: Toast } | Refused

/** A script gets JSON: a redirect would lose the toast. */
export const middleware: Route.MiddlewareFunction[] = [
  async (args, next) => {
    if (!sentByScript(args.request)) return next()
    const outcome = await receive(args)
    if (!('location' in outcome)) return Response.json(outcome, { status: outcome.status })
    return Response.json({ location: outcome.location }, await withFlash(outcome.toast))
  },
]

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const finding = courseByKey(adminFrom(context), params.course)
  const course = await orRedirect(pageBelow(url.search), 'Impossibile caricare il corso', finding)
  if (!course || course.archivedAt) throw data(null, { status: 404 })
  const { title, slug, startDate, place, pdfFilePath } = course
  return { title, slug, startDate, place, brochure: pdfFilePath, size: await brochureSize(pdfFilePath) }
}

export async function action(args: Route.ActionArgs) {
  const outcome = await receive(args)
  if (!('location' in outcome)) return data(outcome, { status: outcome.status })
  return redirectWith(outcome.location, outcome.toast)
}

function receive(args: Args): Promise<Outcome> {
  return changeBrochure(args).catch((fault) => {
    if (!(fault instanceof Error)) throw fault
    log.error({ err: fault }, 'A brochure could not be changed')
    return refused('path-failed')
  })
}

async function changeBrochure({ request, params, context, url }: Args): Promise<Outcome> {
  const admin = adminFrom(context)
  const { fields, files, problem } = await readUploads(request, { maxFiles: 1, maxFileSize: MAX_FILE_BYTES })
  const course = await courseByKey(admin, params.course)
  if (!course) throw data(null, { status: 404 })
  const success = (title: string): Outcome => ({
    location: pageBelow(url.search),
    toast: { tone: 'success', title, description: withEdition(course) },
  })
  if (fields.get('intent') === 'remove') {
    const removed = await removeBrochure(admin, course.id)
    return removed.ok ? success('PDF rimosso') : refused(removed.refusal)
  }
  if (problem) return refused(problem)
  const [file] = files
  if (!file) return refused('no-file')
  const published = await publishBrochure(admin, course.id, file)
  if (!published.ok) return refused(published.refusal)
  return success(published.old ? 'PDF aggiornato' : 'PDF caricato con successo')
}

/** These answer 503. */
const FAULTS: FileRefusal[] = ['upload-failed', 'path-failed']

function refused(refusal: FileRefusal): Refused {
  const toast: Toast = { tone: 'destructive', ...uploadToast(refusal) }
  const errors = { file: refusal === 'no-file' ? toast.description : explain({ refusal }) }
  return { errors, toast, status: FAULTS.includes(refusal) ? 503 : 400 }
}

export default function Brochure({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, slug, brochure, size } = loaderData
  const { search } = useLocation()
  const [problem, setProblem] = useState<BrochureRefused | undefined>(actionData)
  const address = `/admin/courses/${params.course}/pdf${pageQuery(search)}`
  return (
    <Dialog title="Brochure del corso" closeTo={pageBelow(search)} toasts={problem ? [problem.toast] : []}>
      <PageHead title={`Brochure: ${title}`} noindex error={problem !== undefined} />
      <div className="form">
        <p>
          <b>{title}</b>
          <br />
          <span className="quiet">{editionLine(loaderData)}</span>
        </p>
        {brochure && <CurrentBrochure href={brochureAddress(slug, brochure)} size={size} action={address} />}
        <BrochureForm action={address} problem={problem} onProblem={setProblem} />
      </div>
    </Dialog>
  )
}

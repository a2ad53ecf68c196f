import { ReadableStream } from 'node:stream/web'
import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { handOut } from '../audit/export.server'
import { courseByKey } from '../courses/office.queries.server'
import { readOrExplain } from '../http/read-error.server'
import { attachmentHeader } from '../storage/downloads.server'
import type { Route } from './+types/dossier.resource'
import { dossierOf } from './dossier.server'

/** Serves programme, registers and attestati of an edition as one ZIP file, for inspectors. */
export async function loader({ params, context, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseByKey(staff, params.course)
  if (!course) return new Response('Questo corso non esiste.', { status: 404 })
  const file = `fascicolo_${course.slug}.zip`
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': attachmentHeader(file),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  const write = async () => {
    const sentence = 'Non è stato possibile preparare il fascicolo: riprova più tardi'
    const parts = await readOrExplain(sentence, dossierOf(staff, course))
    return new Response(ReadableStream.from(parts) as BodyInit, { headers })
  }
  const page = href('/admin/courses/:course/attestati', { course: params.course })
  const filters = { course: course.title }
  return handOut(
    staff,
    { request, url },
    { file, headers, write, logDetails: filters, limit: 'papers', page },
  )
}

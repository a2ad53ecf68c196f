import { ReadableStream } from 'node:stream/web'
import type { RouterContextProvider } from 'react-router'
import type { Member, Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { handOut } from '../audit/export.server'
import { courseByKey } from '../courses/office.queries.server'
import type { StoredCourse } from '../courses/queries.server'
import { readOrExplain } from '../http/read-error.server'
import { attachmentHeader } from '../storage/downloads.server'

/** A paper to be served. */
type ServedPaper = {
  /** The name of the file without its extension. */
  name: string
  extension?: 'pdf' | 'zip'
  draw: () => Promise<Buffer | AsyncIterable<Uint8Array>>
  /** The page on which a toast shows a refusal or an error. */
  page: string
  /** What the paper is about, for the audit log. */
  logDetails: Record<string, string>
}
/** Without `logDetails` the log names the course. */
type CoursePaper = Omit<ServedPaper, 'logDetails'> & Partial<ServedPaper>
type RequestArgs = { request: Request; url: URL }

/** Draws a paper and hands it out as a file (`handOut`), within the limit of papers. */
export function respondWithPaper(
  member: Member,
  requestArgs: RequestArgs,
  { name, extension = 'pdf', draw, page, logDetails }: ServedPaper,
): Promise<Response> {
  const file = `${name}.${extension}`
  const headers = {
    'Content-Type': `application/${extension}`,
    'Content-Disposition': attachmentHeader(file),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  const write = async () => {
    const paper = await readOrExplain('Non è stato possibile preparare il file: riprova più tardi', draw())
    const body = Buffer.isBuffer(paper) ? new Uint8Array(paper) : ReadableStream.from(paper)
    return new Response(body as BodyInit, { headers })
  }
  return handOut(member, requestArgs, { file, headers, write, logDetails, limit: 'papers', page })
}

/**
 * Hands out a paper about the course in the address to a member of staff; 404 for an unknown course. `paperOf` may
 * answer with a response instead.
 */
export async function respondWithCoursePaper(
  {
    request,
    url,
    params,
    context,
  }: RequestArgs & { params: { course: string }; context: Readonly<RouterContextProvider> },
  paperOf: (staff: Staff, course: StoredCourse) => CoursePaper | Promise<CoursePaper | Response>,
): Promise<Response> {
  const staff = staffFrom(context)
  const course = await courseByKey(staff, params.course)
  if (!course) return new Response('Questo corso non esiste.', { status: 404 })
  const paper = await paperOf(staff, course)
  if (paper instanceof Response) return paper
  return respondWithPaper(staff, { request, url }, { logDetails: { course: course.title }, ...paper })
}

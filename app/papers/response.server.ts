import type { Member } from '../accounts/rules'
import { handOut } from '../audit/export.server'
import { readOrExplain } from '../http/read-error.server'
import { attachmentHeader } from '../storage/downloads.server'

/** A paper to be served. */
type ServedPaper = {
  /** The name of the file without '.pdf'. */
  name: string
  draw: () => Promise<Buffer>
  /** The page on which a toast shows a refusal or an error. */
  page: string
  /** What the paper is about, for the audit log. */
  logDetails: Record<string, string>
}

/** Draws a paper and hands it out as a PDF file (`handOut`), within the limit of papers. */
export function respondWithPaper(
  member: Member,
  requestArgs: { request: Request; url: URL },
  { name, draw, page, logDetails }: ServedPaper,
): Promise<Response> {
  const file = `${name}.pdf`
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': attachmentHeader(file),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  const write = async () => {
    const bytes = await readOrExplain('Non è stato possibile preparare il PDF: riprova più tardi', draw())
    return new Response(new Uint8Array(bytes), { headers })
  }
  return handOut(member, requestArgs, { file, headers, write, logDetails, limit: 'papers', page })
}

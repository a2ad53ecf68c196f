import type { Member } from '../accounts/rules'
import { handOut } from '../audit/export.server'
import { readOrExplain } from '../http/csv.server'
import { attachment } from '../storage/downloads.server'

/** A paper to be served. */
type ServedPaper = {
  /** The name of the file without '.pdf'. */
  name: string
  draw: () => Promise<Buffer>
  /** The path of the page where a refusal or an error is shown. */
  page: string
  /** What the paper is about, for the audit log. */
  of: Record<string, string>
}

/** Draws a paper and hands it out as a PDF file (`handOut`), within the limit of papers. */
export function respondWithPaper(
  member: Member,
  requestContext: { request: Request; url: URL },
  { name, draw, page, of }: ServedPaper,
): Promise<Response> {
  const file = `${name}.pdf`
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': attachment(file),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  const write = async () => {
    const bytes = await readOrExplain('Non è stato possibile preparare il PDF: riprova più tardi', draw())
    return new Response(new Uint8Array(bytes), { headers })
  }
  return handOut(member, requestContext, { file, headers, write, logDetails: of, limit: 'papers', page })
}

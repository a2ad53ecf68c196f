import type { Member } from '../accounts/rules'
import { handOut } from '../audit/export.server'
import { readOrExplain } from '../http/csv.server'
import { attachment } from '../storage/downloads.server'

type Paper = {
  /** Without its ending. */
  name: string
  draw: () => Promise<Buffer>
  /** Errors are shown on this page. */
  page: string
  /** Of what, for the log. */
  of: Record<string, string>
}

/** A paper as a file. A failed drawing is a sentence on the page. */
export function respondWithPaper(
  member: Member,
  requestContext: { request: Request; url: URL },
  { name, draw, page, of }: Paper,
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
  return handOut(member, requestContext, { file, headers, write, filters: of, limit: 'papers', page })
}

import { type FileUpload, MaxFilesExceededError, parseFormData } from '@remix-run/form-data-parser'
import { data } from 'react-router'

export type Upload = { name: string; bytes: Uint8Array }
/** A form with files. What breaks a limit brings neither: `problem` says which, 'too-much' all files together. */
export type Uploads = {
  fields: FormData
  files: Upload[]
  problem: 'too-large' | 'too-many' | 'too-much' | null
}

/** What a file without a name is called: an empty one is a chooser in which nothing was chosen. */
const NAMELESS = ['', 'file-upload']

/**
 * The form of a request that may bring files. Limits count the bytes that come, whatever the request says of its
 * length; nothing is kept of what is beyond them. A broken body is answered with 400, it is no fault of ours.
 */
export async function readUploads(
  request: Request,
  limits: { maxFiles: number; maxFileSize: number; maxTotalSize?: number },
): Promise<Uploads> {
  const files: Upload[] = []
  const keep = async (file: FileUpload) => {
    if (file.size > 0 || !NAMELESS.includes(file.name))
      files.push({ name: nameOf(file), bytes: await file.bytes() })
  }
  try {
    return { fields: await parseFormData(request, limits, keep), files, problem: null }
  } catch (error) {
    const problem = limitBroken(error)
    if (!problem) throw data(null, { status: 400 })
    return { fields: new FormData(), files: [], problem }
  }
}

/** Browsers write these three otherwise in the head of a part (WHATWG, multipart/form-data). */
function nameOf({ name }: FileUpload): string {
  return name.replace(/%22|%0[AD]/gi, decodeURIComponent)
}

function limitBroken(error: unknown): Uploads['problem'] {
  if (error instanceof MaxFilesExceededError) return 'too-many'
  const name = error instanceof Error ? error.name : ''
  if (name === 'MaxTotalSizeExceededError') return 'too-much'
  return name === 'MaxFileSizeExceededError' ? 'too-large' : null
}

/** Whether a script sent this form, which shows its progress and is told in JSON where to go next. */
export function sentByScript(request: Request): boolean {
  return request.method === 'POST' && request.headers.get('Accept') === 'application/json'
}

import { type FileUpload, MaxFilesExceededError, parseFormData } from '@remix-run/form-data-parser'
import { data } from 'react-router'

export type Upload = { name: string; bytes: Uint8Array }
/**
 * `problem`: the limit that was exceeded, by a single file ('too-large'), the number of files ('too-many') or the whole
 * form ('too-much'); null for none. With a problem there are neither fields nor files.
 */
export type Uploads = {
  fields: FormData
  files: Upload[]
  problem: 'too-large' | 'too-many' | 'too-much' | null
}

/** The file names of a part without a file: of an empty file input, and of a part without any name (by the parser). */
const NAMELESS = ['', 'file-upload']

/** Most characters of the fields that the page of a refused form renders again, which takes time. */
export const SHOWN_TEXT_LIMIT = 64 * 1024

/**
 * Reads a form with files. Sizes are in received bytes. `maxText`: most characters of the fields beside the files, for
 * a page that does not render all of them again. Throws 400 for a broken body, 413 for too much text.
 */
export async function readUploads(
  request: Request,
  {
    maxText = SHOWN_TEXT_LIMIT,
    ...limits
  }: { maxFiles: number; maxFileSize: number; maxTotalSize?: number; maxText?: number },
): Promise<Uploads> {
  const files: Upload[] = []
  const collectFile = async (file: FileUpload) => {
    if (file.size > 0 || !NAMELESS.includes(file.name))
      files.push({ name: nameOf(file), bytes: await file.bytes() })
  }
  let fields: FormData
  try {
    fields = await parseFormData(request, limits, collectFile)
  } catch (error) {
    const problem = brokenLimit(error)
    if (!problem) throw data(null, { status: 400 })
    return { fields: new FormData(), files: [], problem }
  }
  const length = [...fields.values()].reduce(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
  if (length > maxText) throw data(null, { status: 413 })
  return { fields, files, problem: null }
}

/** Decodes the file name, in which multipart/form-data escapes quotes and line ends (WHATWG). */
function nameOf({ name }: FileUpload): string {
  return name.replace(/%22|%0[AD]/gi, decodeURIComponent)
}

/** Returns the limit that an error of the parser is about; null for another error. */
function brokenLimit(error: unknown): Uploads['problem'] {
  if (error instanceof MaxFilesExceededError) return 'too-many'
  const name = error instanceof Error ? error.name : ''
  if (name === 'MaxTotalSizeExceededError') return 'too-much'
  return name === 'MaxFileSizeExceededError' ? 'too-large' : null
}

/** Whether the upload was sent by a script, which shows progress and expects JSON, not by a plain form. */
export function sentByScript(request: Request): boolean {
  return request.method === 'POST' && request.headers.get('Accept') === 'application/json'
}

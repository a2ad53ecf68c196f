import { type FileUpload, MaxFilesExceededError, parseFormData } from '@remix-run/form-data-parser'
import { data } from 'react-router'

export type Upload = { name: string; bytes: Uint8Array }
/** `problem` names the broken limit; then there are neither fields nor files. */
export type Uploads = {
  fields: FormData
  files: Upload[]
  problem: 'too-large' | 'too-many' | 'too-much' | null
}

/** The names of a file input without a file. */
const NAMELESS = ['', 'file-upload']

/** Characters of the text beside the files. The page of a refused form writes the text again, which takes time. */
const TEXT_LIMIT = 64 * 1024

/** Reads a form with files. The limits count received bytes. Throws 400 for a broken body, 413 for too much text. */
export async function readUploads(
  request: Request,
  limits: { maxFiles: number; maxFileSize: number; maxTotalSize?: number },
): Promise<Uploads> {
  const files: Upload[] = []
  const keep = async (file: FileUpload) => {
    if (file.size > 0 || !NAMELESS.includes(file.name))
      files.push({ name: nameOf(file), bytes: await file.bytes() })
  }
  let fields: FormData
  try {
    fields = await parseFormData(request, limits, keep)
  } catch (error) {
    const problem = limitBroken(error)
    if (!problem) throw data(null, { status: 400 })
    return { fields: new FormData(), files: [], problem }
  }
  const length = [...fields.values()].reduce(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
  if (length > TEXT_LIMIT) throw data(null, { status: 413 })
  return { fields, files, problem: null }
}

/** Undoes the escapes of multipart/form-data (WHATWG). */
function nameOf({ name }: FileUpload): string {
  return name.replace(/%22|%0[AD]/gi, decodeURIComponent)
}

function limitBroken(error: unknown): Uploads['problem'] {
  if (error instanceof MaxFilesExceededError) return 'too-many'
  const name = error instanceof Error ? error.name : ''
  if (name === 'MaxTotalSizeExceededError') return 'too-much'
  return name === 'MaxFileSizeExceededError' ? 'too-large' : null
}

/** A script shows progress and expects JSON. */
export function sentByScript(request: Request): boolean {
  return request.method === 'POST' && request.headers.get('Accept') === 'application/json'
}

import { type FileUpload, parseFormData } from '@remix-run/form-data-parser'
import { data } from 'react-router'
import { FILES_LIMIT } from '../http/body-limit.server'

export type Upload = { name: string; bytes: Uint8Array }
/**
 * `problem`: the limit that was exceeded, by a single file ('too-large'), the number of files ('too-many') or all files
 * together ('too-much'); null for none. With a problem there are no files, but the fields are there to be shown again.
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
 * a page that does not render all of them again. Throws 400 for a broken body or too many parts, 413 for too much
 * text.
 */
export async function readUploads(
  request: Request,
  {
    maxFiles,
    maxFileSize,
    maxTotalSize = FILES_LIMIT,
    maxText = SHOWN_TEXT_LIMIT,
  }: { maxFiles: number; maxFileSize: number; maxTotalSize?: number; maxText?: number },
): Promise<Uploads> {
  const files: Upload[] = []
  const problems: Uploads['problem'][] = []
  let totalSize = 0
  const collectFile = async (file: FileUpload) => {
    if (file.size === 0 && NAMELESS.includes(file.name)) return
    totalSize += file.size
    if (file.size > maxFileSize) problems.push('too-large')
    else if (files.length === maxFiles) problems.push('too-many')
    else if (totalSize > maxTotalSize) problems.push('too-much')
    else files.push({ name: nameOf(file), bytes: await file.bytes() })
  }
  // The parser would throw at a limit of a file, and the fields after that file would be lost.
  const limits = { maxFiles: Number.POSITIVE_INFINITY, maxFileSize: FILES_LIMIT, maxTotalSize: FILES_LIMIT }
  const fields = await parseFormData(request, limits, collectFile).catch((error: unknown) => {
    throw data(null, { status: isAboutSize(error) ? 413 : 400 })
  })
  const length = [...fields.values()].reduce(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
  if (length > maxText) throw data(null, { status: 413 })
  const [problem = null] = problems
  return { fields, files: problem ? [] : files, problem }
}

/** Decodes the file name, in which multipart/form-data escapes quotes and line ends (WHATWG). */
function nameOf({ name }: FileUpload): string {
  return name.replace(/%22|%0[AD]/gi, decodeURIComponent)
}

/** Whether an error of the parser says that the form is larger than any body may be. */
const isAboutSize = (error: unknown) => error instanceof Error && /^Max(Total|File)Size/.test(error.name)

/** Whether the upload was sent by a script, which shows progress and expects JSON, not by a plain form. */
export function sentByScript(request: Request): boolean {
  return request.method === 'POST' && request.headers.get('Accept') === 'application/json'
}

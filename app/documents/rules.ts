import { slugFrom } from '../courses/rules'
import { normalForm } from '../parsing/text.rules'

/** Who may read a document of a course (decisions §4): everybody, those enrolled, the office. */
export const VISIBILITIES = ['pubblico', 'iscritti', 'ufficio'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const VISIBILITY_LABELS: Record<Visibility, { name: string; who: string }> = {
  pubblico: { name: 'Pubblico', who: 'chiunque, dalla pagina del corso' },
  iscritti: { name: 'Iscritti', who: 'chi è iscritto al corso e la segreteria' },
  ufficio: { name: 'Ufficio', who: 'soltanto la segreteria' },
}

/** What is asked for when nothing is chosen, or something that does not exist: to show too little, never too much. */
export function visibilityFrom(text: string): Visibility {
  return VISIBILITIES.find((visibility) => visibility === text) ?? 'ufficio'
}

/**
 * May somebody read a document? `seated`: they hold a seat in its course, or held one to the end. A deleted course
 * stays with those enrolled, and its documents with it (decision 0008).
 */
export function mayRead(
  document: { visibility: Visibility; archived: boolean },
  reader: { admin: boolean; seated: boolean },
): boolean {
  if (reader.admin) return true
  if (reader.seated) return document.visibility !== 'ufficio'
  return document.visibility === 'pubblico' && !document.archived
}

// ── Files ───────────────────────────────────────────────────────────────────────────────────────────

const MEGABYTE = 1024 * 1024
/** Of one file, and files at once. The limit is cut on the stream; ten megabytes exactly still pass. */
export const MAX_FILE_BYTES = 10 * MEGABYTE
export const MAX_FILES = 20
/** Of the files of one form without a script; a script sends each in a form of its own. */
export const MAX_TOTAL_BYTES = 60 * MEGABYTE
export const DESCRIPTION_LIMIT = 300
const NAME_LIMIT = 100
/** How long the deletion of a document can be taken back. */
export const RESTORABLE_MINUTES = 30

/** `content`: what the content must turn out to be, as extensions of `storage/inspection.server.ts`. */
type Kind = { label: string; type: string; content: string; extensions: readonly [string, ...string[]] }

const office = (label: string, extension: string, type: string): Kind => ({
  label,
  type: `application/vnd.${type}`,
  content: extension,
  extensions: [extension],
})
const MICROSOFT = 'openxmlformats-officedocument'

/**
 * What the office may hand out: nothing that a browser runs, no program, no archive (what is in it nobody has
 * looked at), and of Microsoft's formats only those that cannot hold macros.
 */
export const KINDS: readonly Kind[] = [
  { label: 'PDF', type: 'application/pdf', content: 'pdf', extensions: ['pdf'] },
  office('Word', 'docx', `${MICROSOFT}.wordprocessingml.document`),
  office('Excel', 'xlsx', `${MICROSOFT}.spreadsheetml.sheet`),
  office('PowerPoint', 'pptx', `${MICROSOFT}.presentationml.presentation`),
  office('Testo OpenDocument', 'odt', 'oasis.opendocument.text'),
  office('Foglio OpenDocument', 'ods', 'oasis.opendocument.spreadsheet'),
  office('Presentazione OpenDocument', 'odp', 'oasis.opendocument.presentation'),
  { label: 'Immagine PNG', type: 'image/png', content: 'png', extensions: ['png'] },
  { label: 'Immagine JPEG', type: 'image/jpeg', content: 'jpg', extensions: ['jpg', 'jpeg'] },
  { label: 'Testo', type: 'text/plain', content: 'txt', extensions: ['txt'] },
  { label: 'CSV', type: 'text/csv', content: 'txt', extensions: ['csv'] },
]

/** What a file chooser is told to offer. */
export const ACCEPTED = KINDS.flatMap(({ extensions }) =>
  extensions.map((extension) => `.${extension}`),
).join(',')

/** 'Tipo' on the screen: the kind's name, or for a type of older data the type itself. */
export function labelOf(type: string): string {
  return KINDS.find((kind) => kind.type === type)?.label ?? type
}

/**
 * The name under which a file is kept and handed out: the last part of what was sent, without what is invisible,
 * turns the direction of writing, or means something to a file system; never empty, never too long, always with an
 * extension of its kind.
 */
export function tidyFileName(sent: string, { extensions }: Pick<Kind, 'extensions'>): string {
  const [extension] = extensions
  const last = normalForm(sent.split(/[/\\]/).at(-1) ?? '', 'NFC')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[<>:"|?*]/g, '-')
  const own = extensions.find((one) => last.toLowerCase().endsWith(`.${one}`))
  const stem = own ? last.slice(0, -own.length - 1) : last
  const short = [...stem.replace(/^[\s.]+/, '')]
    .slice(0, NAME_LIMIT)
    .join('')
    .replace(/[\s.]+$/, '')
  return `${short || 'documento'}.${own ?? extension}`
}

/** The kind that a file of this name claims, or has by its content when the name claims none. */
export function kindOf(sent: string, content: string | null): Kind | FileRefusal {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(sent.trim())?.[1]?.toLowerCase()
  const claimed = extension
    ? KINDS.find(({ extensions }) => extensions.includes(extension))
    : KINDS.find((kind) => kind.content === content)
  if (!claimed) return 'unsupported'
  return claimed.content === content ? claimed : 'disguised'
}

/**
 * Where a file is kept within its bucket: course, random identifier, extension (specification §7). Each has a new
 * name, so that none is ever written over and no copy on the way is ever stale.
 */
export function storedPath(courseId: string, random: string, extension: string): string {
  return `${courseId}/${random}.${extension}`
}

/** What a brochure is saved as: the slugified title. */
export function brochureFileName(title: string): string {
  return `${slugFrom(title)}.pdf`
}

/** As many courses as a list to choose from can hold; where there are more, one filters by words. */
export const CHOICES = 300

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────────

/** The query that keeps the documents' page as it is, whichever dialog is open over it: '' or with its '?'. */
export function documentsQuery(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([name, value]) => /^(corso|q)$/.test(name) && value)
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}

/** The documents' page below a dialog. */
export function documentsPage(search: string): string {
  return `/admin/documents${documentsQuery(search)}`
}

// ── Sizes (specification §9) ────────────────────────────────────────────────────────────────────────

const oneDecimal = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const twoDecimals = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** 1536 → '1,5', for the column that says KB; what is not empty is never '0,0'. */
export const kilobytes = (bytes: number) => oneDecimal.format(bytes && Math.max(0.1, bytes / 1024))
/** 1572864 → '1,50 MB'; what is not empty is never '0,00 MB'. */
export const megabytes = (bytes: number) =>
  `${twoDecimals.format(bytes && Math.max(0.01, bytes / MEGABYTE))} MB`
/** In KB or MB, as it reads better. */
export const fileSize = (bytes: number) => (bytes < MEGABYTE ? `${kilobytes(bytes)} KB` : megabytes(bytes))

// ── Refusals ────────────────────────────────────────────────────────────────────────────────────────

const SENTENCES = {
  'no-file': 'Seleziona almeno un file da caricare',
  'too-large': 'Il file è troppo grande: il limite è 10 MB.',
  'too-many': `I file sono troppi: puoi caricarne al massimo ${MAX_FILES} alla volta.`,
  'too-much': 'I file sono troppo grandi: puoi caricare al massimo 60 MB alla volta.',
  empty: 'Il file è vuoto.',
  'not-pdf': 'Puoi caricare solo file PDF',
  unsupported:
    'Puoi caricare solo PDF, documenti di Word, Excel, PowerPoint o OpenDocument, immagini PNG o JPEG, file di testo e CSV.',
  disguised: 'Il contenuto del file non corrisponde al suo nome.',
  damaged: 'Il PDF è danneggiato o incompleto. Salvalo di nuovo e riprova.',
  encrypted: 'Il PDF è protetto da password. Salvalo senza protezione e riprova.',
  macro: 'Il file contiene delle macro. Salvalo senza macro e riprova.',
  'upload-failed': 'Upload fallito',
  'path-failed': 'Impossibile aggiornare il percorso del file',
  'unknown-course': 'questo corso non esiste più',
  'unknown-document': 'questo documento non esiste più',
  'no-brochure': 'questo corso non ha una brochure',
  'too-late': 'il documento è stato eliminato da troppo tempo',
} as const

export type FileRefusal = keyof typeof SENTENCES
export type Refused = { ok: false; refusal: FileRefusal }
export const refuse = (refusal: FileRefusal): Refused => ({ ok: false, refusal })

/** What the office reads beside the field, or after 'Impossibile eliminare il documento: …'. */
export function explain({ refusal }: { refusal: FileRefusal }): string {
  return SENTENCES[refusal]
}

/** What an answer to an upload means that has this status and no words of ours. */
export const refusalOf = (status: number): FileRefusal => (status === 413 ? 'too-large' : 'upload-failed')

/** The toast of an upload that was refused (specification §5 and §8). */
export function uploadToast(refusal: FileRefusal): { title: string; description: string } {
  const description = refusal === 'no-file' ? 'Seleziona un file PDF da caricare' : SENTENCES[refusal]
  if (refusal === 'no-file') return { title: 'Nessun file selezionato', description }
  const wrongKind = refusal === 'not-pdf' || refusal === 'unsupported'
  return { title: wrongKind ? 'Formato non supportato' : 'Errore durante il caricamento', description }
}

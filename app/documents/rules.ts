import { href } from 'react-router'
import { slugFrom } from '../courses/rules'
import { formatBytes } from '../italian/file-sizes'
import { isId, normalForm } from '../parsing/text.rules'
import type { Outcome } from '../runtime/outcome.rules'

/** Who may read a document: everybody, participants and the office, the office alone (`mayReadDocument`). */
export const VISIBILITIES = ['pubblico', 'iscritti', 'ufficio'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const VISIBILITY_LABELS: Record<Visibility, { name: string; who: string }> = {
  pubblico: { name: 'Pubblico', who: 'chiunque, dalla pagina del corso' },
  iscritti: { name: 'Iscritti', who: 'chi è iscritto al corso e la segreteria' },
  ufficio: { name: 'Ufficio', who: 'soltanto la segreteria' },
}

/** What the office says of a document, as typed. An empty description is stored as null. */
export type DocumentFacts = { description: string; visibility: Visibility }

/** Reads a visibility; an unknown word is the most restricted one. */
export function visibilityFrom(text: string): Visibility {
  return VISIBILITIES.find((visibility) => visibility === text) ?? 'ufficio'
}

/**
 * Decides whether a person may read a document. `hidden`: the course is archived or a draft; `seated`: the reader has
 * a seat in it, also after the course was completed or archived (ADR 8); `staff`: the reader is of the office.
 */
export function mayReadDocument(
  document: { visibility: Visibility; hidden: boolean },
  reader: { staff: boolean; seated: boolean },
): boolean {
  if (reader.staff) return true
  if (reader.seated) return document.visibility !== 'ufficio'
  return document.visibility === 'pubblico' && !document.hidden
}

// ── Files ───────────────────────────────────────────────────────────────────────────────────────────

const MEGABYTE = 1024 * 1024
/** The size of the largest file that is accepted. */
export const MAX_FILE_BYTES = 10 * MEGABYTE
/** How many files one form may send. */
export const MAX_FILES = 20

/** What `storage/inspection.server.ts` finds in a photograph that the site can show. */
export const PHOTO_CONTENTS: readonly string[] = ['jpg', 'png', 'webp']
/** The smallest photograph of a course or an office. */
export const PHOTO_LEAST_IN_WORDS = '960 × 600 pixel'
/** The smallest photograph of a person. */
export const PORTRAIT_LEAST_IN_WORDS = '320 × 400 pixel'
/** Most characters of the text that stands for a photograph. */
export const ALT_LIMIT = 200

/** Most bytes of all files of a form that is posted without the script. */
export const MAX_TOTAL_BYTES = 60 * MEGABYTE
export const ACCEPTED_IN_WORDS = 'PDF, Word, Excel, PowerPoint, OpenDocument, PNG, JPEG, testo o CSV'
/** Most characters of the description of a document. */
export const DESCRIPTION_LIMIT = 300
/** Most characters of a stored file name, without its extension. */
const NAME_LIMIT = 100
/** How long a deleted document, or a brochure that was replaced or removed, can be restored. */
export const RESTORABLE_MINUTES = 30

/**
 * A kind of file that is accepted. `type`: its media type; `content`: the extension that `storage/inspection.server.ts`
 * finds by its content; `extensions`: of file names, the usual one first.
 */
export type FileKind = {
  label: string
  type: string
  content: string
  extensions: readonly [string, ...string[]]
}

const officeProgramKind = (label: string, extension: string, type: string): FileKind => ({
  label,
  type: `application/vnd.${type}`,
  content: extension,
  extensions: [extension],
})
const MICROSOFT = 'openxmlformats-officedocument'

/** The accepted kinds: nothing that a browser runs, no program, no archive, no Microsoft format with macros. */
export const FILE_KINDS: readonly FileKind[] = [
  { label: 'PDF', type: 'application/pdf', content: 'pdf', extensions: ['pdf'] },
  officeProgramKind('Word', 'docx', `${MICROSOFT}.wordprocessingml.document`),
  officeProgramKind('Excel', 'xlsx', `${MICROSOFT}.spreadsheetml.sheet`),
  officeProgramKind('PowerPoint', 'pptx', `${MICROSOFT}.presentationml.presentation`),
  officeProgramKind('Testo OpenDocument', 'odt', 'oasis.opendocument.text'),
  officeProgramKind('Foglio OpenDocument', 'ods', 'oasis.opendocument.spreadsheet'),
  officeProgramKind('Presentazione OpenDocument', 'odp', 'oasis.opendocument.presentation'),
  { label: 'Immagine PNG', type: 'image/png', content: 'png', extensions: ['png'] },
  { label: 'Immagine JPEG', type: 'image/jpeg', content: 'jpg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  { label: 'Testo', type: 'text/plain', content: 'txt', extensions: ['txt'] },
  { label: 'CSV', type: 'text/csv', content: 'txt', extensions: ['csv'] },
]

/** The accepted extensions, for the `accept` of a file field. */
export const ACCEPTED_EXTENSIONS = FILE_KINDS.flatMap(({ extensions }) =>
  extensions.map((extension) => `.${extension}`),
).join(',')

/** The label of a media type; an unknown type is its own label. */
export function fileTypeLabel(type: string): string {
  return FILE_KINDS.find((kind) => kind.type === type)?.label ?? type
}

/**
 * The stored name: the last path segment without invisible, bidirectional and reserved characters, at most `NAME_LIMIT`
 * characters and an extension of its kind. `sentName`: the name that the browser sent.
 */
export function tidyFileName(sentName: string, { extensions }: Pick<FileKind, 'extensions'>): string {
  const [usualExtension] = extensions
  const lastSegment = normalForm(sentName.split(/[/\\]/).at(-1) ?? '', 'NFC')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[<>:"|?*]/g, '-')
  const extension = extensions.find((ending) => lastSegment.toLowerCase().endsWith(`.${ending}`))
  const stem = extension ? lastSegment.slice(0, -extension.length - 1) : lastSegment
  const short = [...stem.replace(/^[\s.]+/, '')]
    .slice(0, NAME_LIMIT)
    .join('')
    .replace(/[\s.]+$/, '')
  return `${short || 'documento'}.${extension ?? usualExtension}`
}

/** Extensions and contents that are not accepted, by the refusal whose sentence says what to do instead. */
const REFUSED_FORMATS = {
  signed: 'p7m m7m tsd',
  signature: 'p7s',
  picture:
    'heic heif hif avif webp gif bmp tif tiff svg jp2 jxl dng cr2 cr3 nef arw raf orf rw2 psd ai eps emf wmf ico',
  uncommon:
    'doc dot dotx rtf pages wps wpd sxw ott fodt odg epub xps xls xlt xltx xlsb numbers sxc ots fods ppt pps pot ppsx potx key sxi otp fodp',
  macro: 'docm dotm xlsm xltm xlam pptm ppsm potm ppam',
  archive: 'zip rar 7z tar gz tgz bz2 xz',
  page: 'html htm xhtml mht mhtml xml json eml msg',
  locked: 'locked',
  unsupported:
    'exe com bat cmd msi scr ps1 vbs js mjs jar apk dll sh php py lnk url webloc iso dmg bin mp3 m4a wav mp4 m4v mov avi mkv webm mdb accdb ttf otf css',
} as const satisfies Partial<Record<FileRefusal, string>>

/** The refusal for an extension or content that is not accepted; null for one that is, or is unknown. */
export function refusalOfFormat(format: string | null | undefined): FileRefusal | null {
  const found = Object.entries(REFUSED_FORMATS).find(([, formats]) =>
    formats.split(' ').includes(format ?? ''),
  )
  return found ? (found[0] as FileRefusal) : null
}

/**
 * Returns the kind of a file by the extension of its name, else by its content; or a refusal, also of a content that
 * does not fit the extension. An extension that no format has belongs to the name: 'Verbale 12.05.2026'. `content`: as
 * `storage/inspection.server.ts` returns it, null for an unknown one; `sentName`: the name that the browser sent.
 */
export function fileKindOf(sentName: string, content: string | null): FileKind | FileRefusal {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(sentName.trim())?.[1]?.toLowerCase()
  const kindOfExtension = FILE_KINDS.find(({ extensions }) => extensions.includes(extension ?? ''))
  const refusalOfExtension = refusalOfFormat(extension)
  if (!kindOfExtension && refusalOfExtension) return refusalOfExtension
  const kind = kindOfExtension ?? FILE_KINDS.find((kind) => kind.content === content)
  if (!kind) return refusalOfFormat(content) ?? 'unsupported'
  // Nothing interprets a text: it is saved, and opens in an editor.
  const isText = kind.content === 'txt' && (content === 'html' || content === 'sh')
  if (kind.content === content || isText) return kind
  const refusalOfContent = refusalOfFormat(content)
  return refusalOfContent && REFUSED_BY_CONTENT.includes(refusalOfContent) ? refusalOfContent : 'disguised'
}

/** Formats that programs save under an accepted extension: their sentences say more than that of 'disguised'. */
const REFUSED_BY_CONTENT: FileRefusal[] = ['signed', 'picture', 'uncommon', 'locked', 'macro']

/**
 * The path of a stored file, which is never reused thanks to `random`. `owner`: id of the course or of the
 * enrolment, 'messages' for an attachment.
 */
export function storedPath(owner: string, random: string, extension: string): string {
  return `${owner}/${random}.${extension}`
}

/** The name under which a browser saves a brochure. */
export function brochureFileName(title: string): string {
  return `${slugFrom(title)}.pdf`
}

/** The most courses that the select of the documents offers. */
export const MOST_CHOICES = 300

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────────

/**
 * The parameters of an address that keep the page of the documents as it is below a dialog: course, edition.
 */
export function documentsQuery(search: string): string {
  const parameters = [...new URLSearchParams(search)].filter(
    ([name, value]) => /^(corso|edizione)$/.test(name) && value,
  )
  return parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
}

/** The page from which a dialog was opened: the documents of the edition that the address names, else all documents. */
export function documentsPage(search: string): string {
  const course = new URLSearchParams(search).get('edizione') ?? ''
  if (isId(course)) return href('/admin/courses/:course/documenti', { course })
  return `${href('/admin/documents')}${documentsQuery(search)}`
}

// ── Refusals ────────────────────────────────────────────────────────────────────────────────────────

const SENTENCES = {
  'no-file': 'Seleziona almeno un file da caricare',
  'too-large': `Il file è troppo grande: il limite è ${formatBytes(MAX_FILE_BYTES)}.`,
  'too-many': `I file sono troppi: puoi caricarne al massimo ${MAX_FILES} alla volta.`,
  'too-much': `I file sono troppo grandi: puoi caricare al massimo ${formatBytes(MAX_TOTAL_BYTES)} alla volta.`,
  'long-description': `La descrizione può avere al massimo ${DESCRIPTION_LIMIT} caratteri`,
  empty: 'Il file è vuoto.',
  'not-pdf': 'Puoi caricare solo file PDF',
  'not-photo': 'Puoi caricare solo foto JPG, PNG o WebP',
  'too-small': `La foto è troppo piccola: servono almeno ${PHOTO_LEAST_IN_WORDS}.`,
  'small-portrait': `La foto è troppo piccola: servono almeno ${PORTRAIT_LEAST_IN_WORDS}.`,
  'too-many-pixels': 'La foto ha troppi pixel: al massimo 50 milioni. Riducila e riprova.',
  'no-alt': 'Scrivi che cosa mostra la foto: lo legge chi non la vede',
  'long-alt': `La descrizione può avere al massimo ${ALT_LIMIT} caratteri`,
  'no-photo': 'questo corso non ha una foto',
  'no-site-photo': 'la foto non c’è più',
  'unknown-subject': 'nel frattempo qualcun altro ha eliminato questa voce',
  'photo-changed': 'la foto è cambiata nel frattempo, guarda com’è ora',
  unsupported:
    'Puoi caricare solo PDF, documenti di Word, Excel, PowerPoint o OpenDocument, immagini PNG o JPEG, file di testo e CSV.',
  disguised: 'Il contenuto del file non corrisponde al suo nome.',
  damaged: 'Il file è danneggiato o incompleto. Salvalo di nuovo e riprova.',
  encrypted: 'Il PDF è protetto da password. Salvalo senza protezione e riprova.',
  locked: 'Il documento è protetto da password. Salvalo senza password e riprova.',
  macro:
    'Il file contiene delle macro, o è di un tipo che può contenerne. Salvalo senza macro, come .docx, .xlsx o .pptx, e carica quello.',
  signed: 'È un file firmato: aprilo con il programma della firma digitale e carica il PDF che contiene.',
  signature: 'È soltanto una firma, senza il documento: carica il PDF che è stato firmato.',
  picture:
    'Questo formato di immagine non si apre dappertutto. Salva l’immagine come JPG o PNG e carica quella.',
  uncommon:
    'Questo formato non si apre dappertutto. Salva il file come PDF, .docx, .xlsx o .pptx e carica quello.',
  archive: 'È un archivio compresso: aprilo e carica i file che contiene.',
  page: 'Una pagina, un messaggio o dei dati si caricano come PDF: aprili, scegli Stampa e poi Salva come PDF.',
  'upload-failed': 'Upload fallito',
  'path-failed': 'Impossibile aggiornare il percorso del file',
  'unknown-course': 'questo corso non esiste più',
  'unknown-document': 'questo documento non esiste più',
  'unknown-enrolment': 'Questa iscrizione non c’è più, o non ha un posto.',
  'already-given': 'questo documento è già stato consegnato',
  'no-brochure': 'questo corso non ha una brochure',
  'brochure-changed': 'la brochure è cambiata nel frattempo',
  'too-late': 'è passato troppo tempo',
  certificate: 'è un attestato rilasciato dal sito: si revoca dagli attestati della sua edizione',
} as const

/** Why a file, or a change of a document, brochure or photograph, is refused. */
export type FileRefusal = keyof typeof SENTENCES
export type DocumentOutcome<Done extends object = object> = Outcome<FileRefusal, Done>

/**
 * The reason of a refusal: a sentence, or with a small initial letter the end of one such as 'Impossibile eliminare il
 * documento: …'.
 */
export function explainDocumentRefusal({ refusal }: { refusal: FileRefusal }): string {
  return SENTENCES[refusal]
}

/** The sentences of a download, of a course's document and of a personal one alike. */
export const MISSING_DOCUMENT = 'Questo documento non esiste, o non è per te.'
export const FAILED_DOWNLOAD = 'Non è stato possibile scaricare il documento. Riprova più tardi.'

/** The refusal that stands for a response without a sentence, by its status. */
export const refusalOfStatus = (status: number): FileRefusal =>
  status === 413 ? 'too-large' : 'upload-failed'

/**
 * Title and description of the toast about a refused file. The description of 'no-file' fits the form of the brochure
 * alone: others put the sentence of the refusal in its place.
 */
export function toastOfRefusal(refusal: FileRefusal): { title: string; description: string } {
  const description = refusal === 'no-file' ? 'Seleziona un file PDF da caricare' : SENTENCES[refusal]
  if (refusal === 'no-file') return { title: 'Nessun file selezionato', description }
  const wrongKind = refusal === 'not-pdf' || refusal === 'not-photo' || refusal in REFUSED_FORMATS
  return { title: wrongKind ? 'Formato non supportato' : 'Errore durante il caricamento', description }
}

/** The hidden field with the path of the file that a dialog shows, '' for none. */
export const SHOWN_FILE_FIELD = 'shownFile'

/** Kinds of files of the original that a new edition may take with it; also the names of the form fields for them. */
export const CARRIED_KINDS = ['documents', 'brochure'] as const
export type CarriedKind = (typeof CARRIED_KINDS)[number]

import { createHash } from 'node:crypto'
import { Zip, ZipPassThrough } from 'fflate'
import type { Staff } from '../accounts/rules'
import type { StoredCourse } from '../courses/queries.server'
import { personalFiles } from '../documents/stored.server'
import { BYTE_ORDER_MARK, writeLine } from '../http/csv.server'
import { drawProgramme } from '../papers/programme.server'
import { closedRegisterFacts, programmeFacts } from '../papers/queries.server'
import { drawClosedRegister } from '../papers/register.server'
import { certificateFiles } from './queries.server'
import { CERTIFICATE_ENDING_LABELS } from './rules'

const COLUMNS = ['File', 'Che cosa', 'Persona', 'Stato', 'SHA-256']

/** A row of the list of files, without the hash. */
type ListEntry = { path: string; kind: string; person?: string; state?: string }

/**
 * Streams the papers of an edition as one ZIP archive: programme, closed registers, the stored files of the
 * attestati, and a list with the hash of each file. Programme and registers are drawn before the promise resolves, so
 * that the caller can show an error; the attestati are read one at a time while the archive streams.
 */
export async function dossierOf(staff: Staff, course: StoredCourse): Promise<AsyncGenerator<Uint8Array>> {
  const registers = await closedRegisterFacts(staff, course, null)
  const drawnPapers = [
    { path: 'programma.pdf', kind: 'Programma', bytes: await drawProgramme(programmeFacts(staff, course)) },
    ...(registers
      ? [{ path: 'registro.pdf', kind: 'Registro', bytes: await drawClosedRegister(registers) }]
      : []),
  ]
  const certificates = await certificateFiles(staff, course.id)
  return archive(drawnPapers, certificates)
}

/**
 * Yields the parts of the ZIP archive. `drawnPapers`: papers that are ready; `certificates`: files that are read
 * while the archive streams.
 */
async function* archive(
  drawnPapers: (ListEntry & { bytes: Uint8Array })[],
  certificates: Awaited<ReturnType<typeof certificateFiles>>,
): AsyncGenerator<Uint8Array> {
  const readyParts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    readyParts.push(part)
  })
  const listRows = [COLUMNS]
  const addFile = (path: string, bytes: Uint8Array) => {
    // PDF files are compressed already.
    const file = new ZipPassThrough(path)
    zip.add(file)
    file.push(bytes, true)
  }
  const addToList = ({ path, kind, person = '', state = '' }: ListEntry, bytes: Uint8Array | null) => {
    const hash = bytes ? createHash('sha256').update(bytes).digest('hex') : 'il file manca'
    listRows.push([path, kind, person, state, hash])
  }
  for (const { bytes, ...entry } of drawnPapers) {
    addFile(entry.path, bytes)
    addToList(entry, bytes)
    yield* readyParts.splice(0)
  }
  for (const { filePath, fileName, facts, ending } of certificates) {
    const bytes = await personalFiles.read(filePath)
    const path = `attestati/${fileName}`
    if (bytes) addFile(path, bytes)
    const state = ending ? CERTIFICATE_ENDING_LABELS[ending] : 'Valido'
    addToList({ path, kind: 'Attestato', person: `${facts.lastName} ${facts.firstName}`, state }, bytes)
    yield* readyParts.splice(0)
  }
  addFile('elenco.csv', Buffer.from(BYTE_ORDER_MARK + listRows.map(writeLine).join('')))
  zip.end()
  yield* readyParts
}

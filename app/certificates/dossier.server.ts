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

/** A file of the archive. `person`: whose it is; `read`: null if it is missing. */
type DossierFile = {
  path: string
  kind: string
  person?: string
  state?: string
  read: () => Uint8Array | Promise<Uint8Array | null>
}

/**
 * Streams the papers of an edition as one ZIP archive: programme, closed registers, the stored files of the
 * attestati, and a list with the hash of each file. Programme and registers are drawn before the promise resolves, so
 * that the caller can show an error; the attestati are read one at a time while the archive streams.
 */
export async function dossierOf(staff: Staff, course: StoredCourse): Promise<AsyncGenerator<Uint8Array>> {
  const programme = await drawProgramme(programmeFacts(staff, course))
  const closedRegisters = await closedRegisterFacts(staff, course, null)
  const register = closedRegisters && (await drawClosedRegister(closedRegisters))
  const certificates = await certificateFiles(staff, course.id)
  return archive([
    { path: 'programma.pdf', kind: 'Programma', read: () => programme },
    ...(register ? [{ path: 'registro.pdf', kind: 'Registro', read: () => register }] : []),
    ...certificates.map(({ filePath, fileName, facts, ending }) => ({
      path: `attestati/${fileName}`,
      kind: 'Attestato',
      person: `${facts.lastName} ${facts.firstName}`,
      state: ending ? CERTIFICATE_ENDING_LABELS[ending] : 'Valido',
      read: () => personalFiles.read(filePath),
    })),
  ])
}

/** Yields the parts of the ZIP archive. */
async function* archive(files: readonly DossierFile[]): AsyncGenerator<Uint8Array> {
  const readyParts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    readyParts.push(part)
  })
  const addFile = (path: string, bytes: Uint8Array) => {
    // PDF files are compressed already.
    const file = new ZipPassThrough(path)
    zip.add(file)
    file.push(bytes, true)
  }
  const listRows = [COLUMNS]
  for (const { path, kind, person = '', state = '', read } of files) {
    const bytes = await read()
    if (bytes) addFile(path, bytes)
    const hash = bytes ? createHash('sha256').update(bytes).digest('hex') : 'il file manca'
    listRows.push([path, kind, person, state, hash])
    yield* readyParts.splice(0)
  }
  addFile('elenco.csv', Buffer.from(BYTE_ORDER_MARK + listRows.map(writeLine).join('')))
  zip.end()
  yield* readyParts
}

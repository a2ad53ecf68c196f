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
import { CERTIFICATE_STATES } from './rules'

const COLUMNS = ['File', 'Che cosa', 'Persona', 'Stato', 'SHA-256']

type Entry = { path: string; kind: string; person?: string; state?: string }

/**
 * Streams the papers of an edition as one ZIP archive: programme, closed registers, the stored files of the
 * attestati, and a list with the hash of each file. Programme and registers are drawn before the promise resolves, so
 * that the caller can show an error; the attestati are read one at a time while the archive streams.
 */
export async function dossierOf(staff: Staff, course: StoredCourse): Promise<AsyncGenerator<Uint8Array>> {
  const registers = await closedRegisterFacts(staff, course, null)
  const drawn = [
    { path: 'programma.pdf', kind: 'Programma', bytes: await drawProgramme(programmeFacts(staff, course)) },
    ...(registers
      ? [{ path: 'registro.pdf', kind: 'Registro', bytes: await drawClosedRegister(registers) }]
      : []),
  ]
  const certificates = await certificateFiles(staff, course.id)
  return archive(drawn, certificates)
}

/** Yields the parts of the ZIP archive. `drawn`: papers that are ready; `certificates`: files to read meanwhile. */
async function* archive(
  drawn: (Entry & { bytes: Uint8Array })[],
  certificates: Awaited<ReturnType<typeof certificateFiles>>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    ready.push(part)
  })
  const lines = [COLUMNS]
  const add = (path: string, bytes: Uint8Array) => {
    // PDF files are compressed already.
    const file = new ZipPassThrough(path)
    zip.add(file)
    file.push(bytes, true)
  }
  const list = ({ path, kind, person = '', state = '' }: Entry, bytes: Uint8Array | null) => {
    const hash = bytes ? createHash('sha256').update(bytes).digest('hex') : 'il file manca'
    lines.push([path, kind, person, state, hash])
  }
  for (const { bytes, ...entry } of drawn) {
    add(entry.path, bytes)
    list(entry, bytes)
    yield* ready.splice(0)
  }
  for (const { filePath, fileName, facts, ending } of certificates) {
    const bytes = await personalFiles.read(filePath)
    const path = `attestati/${fileName}`
    if (bytes) add(path, bytes)
    const state = ending ? CERTIFICATE_STATES[ending] : 'Valido'
    list({ path, kind: 'Attestato', person: `${facts.lastName} ${facts.firstName}`, state }, bytes)
    yield* ready.splice(0)
  }
  add('elenco.csv', Buffer.from(BYTE_ORDER_MARK + lines.map(writeLine).join('')))
  zip.end()
  yield* ready
}

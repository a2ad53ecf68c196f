import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { z } from 'zod'

/** An archive that cannot be used. The message is an Italian sentence. */
export class UnusableArchive extends Error {}

/** The manifest, the last member of an archive. Without it an archive is incomplete. */
const manifestSchema = z.object({
  /** Increased by incompatible changes. */
  format: z.int(),
  takenAt: z.iso.datetime(),
  /** When the newest applied migration was created (epoch milliseconds, as in `knownMigrations`). */
  migration: z.int(),
  /** Tables, each after those that it refers to. */
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  files: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
  /** Referenced files that the store did not have. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>
export type ArchiveFacts = Pick<Manifest, 'takenAt' | 'migration' | 'missing'>

const FORMAT = 1
/** Names of members: the manifest, a part of a table, and a file. */
const MANIFEST_NAME = 'manifest.json'
const PART_NAME = /^tables\/(?<table>[a-z0-9_]+)\/(?<number>\d{6})\.jsonl$/
const FILE_NAME = /^files\/(?<name>[a-z_]+(\/[a-z0-9][\w.-]*)+)$/i

const LINE_END = 0x0a

/** Most bytes of a member. Files have at most 10 MB, parts of tables little more than 1 MB. */
const MOST_MEMBER_BYTES = 32 * 1024 * 1024

/** A member of an archive: a part of a table, as lines of JSON, or a file. */
export type ArchiveMember = { table: string; lines: string[] } | { file: string; bytes: Uint8Array }

/**
 * Writes a tar.gz that only its owner can read: the members, then the manifest. `facts` are read for the manifest after
 * the last member, so they may change until then.
 */
export async function writeArchive(
  path: string,
  members: AsyncIterable<ArchiveMember>,
  facts: ArchiveFacts,
): Promise<Manifest> {
  const output = await open(path, 'wx', 0o600)
  const { readable, controller } = createTarPacker()
  const add = async (name: string, bytes: Uint8Array) => {
    if (bytes.length > MOST_MEMBER_BYTES) throw new Error(`${name} is too large for an archive`)
    const member = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter()
    await member.write(bytes)
    await member.close()
  }
  const addAll = async () => {
    const tally = new Tally()
    for await (const member of members) {
      const { name, bytes } = packMember(member, tally)
      tally.count(name, bytes)
      await add(name, bytes)
    }
    const manifest = { format: FORMAT, ...facts, ...tally.result() }
    await add(MANIFEST_NAME, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    controller.finalize()
    return manifest
  }
  const adding = addAll().catch((error) => {
    controller.error(error)
    throw error
  })
  const writing = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    createGzip(),
    output.createWriteStream({ flush: true }),
  )
  const [writingResult] = await Promise.allSettled([writing, adding])
  if (writingResult.status === 'rejected') throw writingResult.reason
  return adding
}

/** Returns the name and bytes of a member as the archive contains it. */
function packMember(member: ArchiveMember, tally: Tally): { name: string; bytes: Uint8Array } {
  if ('file' in member) return { name: `files/${member.file}`, bytes: member.bytes }
  const number = String(tally.partsOf(member.table) + 1).padStart(6, '0')
  const text = member.lines.map((line) => `${line}\n`).join('')
  return { name: `tables/${member.table}/${number}.jsonl`, bytes: Buffer.from(text) }
}

/**
 * Reads an archive, passes each member to `handleMember`, and verifies all against the manifest. Since the manifest
 * comes last, a member is passed on before it is verified. Throws `UnusableArchive`.
 */
export async function readArchive(
  path: string,
  handleMember: (member: ArchiveMember) => Promise<void> = async () => {},
): Promise<Manifest> {
  const tally = new Tally()
  let manifest: Manifest | undefined
  for await (const { name, bytes } of membersOf(path)) {
    if (manifest) throw new UnusableArchive(`L’archivio è danneggiato: dopo l’indice c’è ancora «${name}».`)
    if (name === MANIFEST_NAME) {
      manifest = parseManifest(bytes)
      compareWithManifest(manifest, tally.result())
    } else {
      tally.count(name, bytes)
      await handleMember(unpackMember(name, bytes))
    }
  }
  if (!manifest) throw new UnusableArchive('L’archivio è incompleto: manca l’indice (manifest.json).')
  return manifest
}

async function* membersOf(path: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<BufferSource>
  const tar = bytes
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(createTarDecoder({ strict: true }))
  try {
    for await (const { header, body } of tar) {
      const { name, size, type } = header
      if (type !== 'file' || !(name === MANIFEST_NAME || PART_NAME.test(name) || FILE_NAME.test(name)))
        throw new UnusableArchive(`Non è un archivio di questo sito: contiene «${name}».`)
      if (!(size >= 0 && size <= MOST_MEMBER_BYTES))
        throw new UnusableArchive(`L’archivio è danneggiato: «${name}» dichiara ${size} byte.`)
      yield { name, bytes: Buffer.from(await new Response(body).arrayBuffer()) }
    }
  } catch (error) {
    throw error instanceof Error ? explainError(error) : error
  }
}

/**
 * Turns a missing file and an error of the libraries into `UnusableArchive` with a sentence. Returns other errors of
 * the system, such as those of the disk, as they are.
 */
function explainError(error: Error & { code?: string; syscall?: string }): Error {
  if (error instanceof UnusableArchive) return error
  if (error.code === 'ENOENT')
    return new UnusableArchive('L’archivio non c’è: controlla il percorso del file.')
  if (error.syscall) return error
  const messages = `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
  const sentence = /truncated|unexpected end/i.test(messages)
    ? 'L’archivio è incompleto: il file finisce prima del dovuto.'
    : /incorrect header check/.test(messages)
      ? 'Non è un archivio di questo sito: il file non è compresso con gzip.'
      : 'L’archivio è danneggiato: il contenuto non si può leggere.'
  return new UnusableArchive(sentence, { cause: error })
}

function unpackMember(name: string, bytes: Buffer): ArchiveMember {
  const table = PART_NAME.exec(name)?.groups?.table
  if (table === undefined) return { file: name.slice('files/'.length), bytes }
  return { table, lines: bytes.toString().split('\n').slice(0, -1) }
}

/** Reads a manifest, or throws `UnusableArchive`. */
function parseManifest(bytes: Buffer): Manifest {
  const unreadable = new UnusableArchive(
    'L’archivio è danneggiato: l’indice (manifest.json) non si può leggere.',
  )
  let content: unknown
  try {
    content = JSON.parse(bytes.toString())
  } catch {
    throw unreadable
  }
  const manifest = manifestSchema.safeParse(content).data
  if (!manifest) throw unreadable
  if (manifest.format !== FORMAT)
    throw new UnusableArchive('L’archivio viene da un’altra versione del programma: usa quella.')
  return manifest
}

/** Throws `UnusableArchive` if what was found differs from the manifest. */
function compareWithManifest(manifest: Manifest, found: Pick<Manifest, 'tables' | 'files'>) {
  for (const kind of ['tables', 'files'] as const) {
    const notFoundYet = new Map(manifest[kind].map((entry) => [entry.name, entry]))
    for (const entry of found[kind]) {
      const expectedEntry = notFoundYet.get(entry.name)
      if (!expectedEntry)
        throw new UnusableArchive(`L’archivio è danneggiato: «${entry.name}» non è nell’indice.`)
      if (!isDeepStrictEqual(expectedEntry, entry))
        throw new UnusableArchive(`L’archivio è danneggiato: «${entry.name}» non è come dice l’indice.`)
      notFoundYet.delete(entry.name)
    }
    for (const name of notFoundYet.keys())
      throw new UnusableArchive(`L’archivio è incompleto: manca «${name}».`)
  }
}

/**
 * Counts and hashes the members of an archive, for comparison with its manifest. Throws `UnusableArchive` for a file
 * that comes twice, or a part of a table that is not the next one.
 */
class Tally {
  readonly #tables = new Map<string, { parts: number; rows: number; hash: Hash }>()
  readonly #files = new Map<string, { size: number; sha256: string }>()

  partsOf(table: string): number {
    return this.#tables.get(table)?.parts ?? 0
  }

  count(name: string, bytes: Uint8Array) {
    const { table, number } = PART_NAME.exec(name)?.groups ?? {}
    if (table === undefined) {
      const file = name.slice('files/'.length)
      if (this.#files.has(file))
        throw new UnusableArchive(`L’archivio è danneggiato: «${file}» c’è due volte.`)
      this.#files.set(file, { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
      return
    }
    const counts = this.#tables.get(table) ?? { parts: 0, rows: 0, hash: createHash('sha256') }
    if (Number(number) !== counts.parts + 1)
      throw new UnusableArchive(`L’archivio è danneggiato: «${table}» non è in ordine.`)
    counts.parts += 1
    counts.hash.update(bytes)
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, end + 1))
      counts.rows += 1
    this.#tables.set(table, counts)
  }

  result(): Pick<Manifest, 'tables' | 'files'> {
    const tables = [...this.#tables].map(([name, { rows, hash }]) => ({
      name,
      rows,
      sha256: hash.copy().digest('hex'),
    }))
    return { tables, files: [...this.#files].map(([name, facts]) => ({ name, ...facts })) }
  }
}

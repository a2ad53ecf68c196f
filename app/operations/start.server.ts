import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { openDatabase } from '../database/client.server'
import { isOutage } from '../database/outage.server'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { readSettings } from '../site/snapshot.server'
import { findStoreRefusal } from '../storage/files.server'

/** Milliseconds to wait for a database server in all, and between two attempts. */
const PATIENCE = 30_000
const RETRY = 1_000

/** Returns the cause of a failed query: the error of Drizzle itself contains the query with its values. */
const causeOf = (error: unknown) => (error instanceof DrizzleQueryError ? error.cause : error)

function sentenceOf(error: unknown): string {
  const sentence = causeOf(error)
  return sentence instanceof Error ? sentence.message : String(sentence)
}

/**
 * Checks the data folder and the store of files, opens the database and reads the settings. `patience`: milliseconds to
 * wait for a database server. Throws an error; `whyNotStarted` says its reason in Italian.
 */
export async function openEverything(patience = PATIENCE): Promise<void> {
  makeFolder()
  await checkStore()
  await openDatabasePatiently(patience)
  await readSettings()
}

function makeFolder() {
  try {
    mkdirSync(env.dataDir, { recursive: true })
    accessSync(env.dataDir, constants.W_OK)
  } catch (cause) {
    throw new Error(
      `Nella cartella dei dati ${env.dataDir} non si può scrivere: danne il permesso all’utente del sito, o scegline un’altra con DATA_DIR.`,
      { cause },
    )
  }
}

/**
 * Throws if the store of files refuses access, a mistake of configuration. An outage is only logged, since it passes.
 */
async function checkStore() {
  const refused = await findStoreRefusal().catch((err) =>
    log.warn({ err }, 'the store of files does not answer'),
  )
  if (refused)
    throw new Error(
      `L’archivio dei file rifiuta l’accesso (${refused}): controlla S3_BUCKET, S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY.`,
    )
}

/** Opens the database. Waits up to `patience` milliseconds for a server that starts later than the site. */
async function openDatabasePatiently(patience: number): Promise<void> {
  const deadline = Date.now() + patience
  for (let attempt = 1; ; attempt++) {
    try {
      return await openDatabase()
    } catch (cause) {
      if (!env.databaseUrl) throw cause
      const refusal = refusalOf(cause)
      if (refusal) throw new Error(refusal, { cause })
      if (!isUnavailable(cause)) throw cause
      if (Date.now() > deadline)
        throw new Error(
          `Il database non risponde (${sentenceOf(cause)}): controlla che sia in funzione, e DATABASE_URL.`,
          { cause },
        )
      if (attempt === 1)
        console.log(`Il database non risponde ancora: lo aspetto per ${patience / 1000} secondi…`)
      await pause(RETRY)
    }
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** Says why a database server refuses the connection, for errors that waiting does not mend; undefined for others. */
function refusalOf(error: unknown): string | undefined {
  const code = codeOf(error)
  if (/^28/.test(code)) return 'Il database rifiuta utente o password: controlla DATABASE_URL.'
  if (code === '3D000')
    return 'Il database di nome così non esiste sul server: controlla DATABASE_URL, o crealo.'
}

const isUnavailable = (error: unknown) =>
  isOutage(error) ||
  /^E(CONN|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE)/.test(codeOf(error)) ||
  /timeout|terminated/.test(sentenceOf(error))

/** Explains a failed start in one sentence. */
export function whyNotStarted(error: unknown): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `La porta ${env.port} è già occupata: forse il sito è già in funzione. Fermalo, o scegli un’altra porta con PORT.`
    case 'EACCES':
      return `La porta ${env.port} è riservata all’amministratore della macchina: scegli una PORT da 1024 in su.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${env.host} non è un indirizzo di questa macchina: controlla HOST.`
    default:
      return whyWithoutCode(error)
  }
}

/** Signs of a full disk: a code of PostgreSQL, an error number of Emscripten, and messages. */
const SERVER_FULL = '53100'
const EMSCRIPTEN_FULL = 51
const FULL_DISK = /ENOSPC|no space left|disk is full/i
/** Messages of the embedded database that give no reason. */
const UNREADABLE = /^Aborted\(|^\[object |^The embedded database ended/
/** Least free megabytes for an embedded database, which begins with 42 MB. */
const ENOUGH_MB = 64

function whyWithoutCode(error: unknown): string {
  const sentence = sentenceOf(error)
  if (codeOf(causeOf(error)) === SERVER_FULL)
    return 'Sul disco del server PostgreSQL non c’è più spazio: liberane un po’ e riavvia il sito.'
  const full = FULL_DISK.test(sentence) || (error as { errno?: unknown } | null)?.errno === EMSCRIPTEN_FULL
  const unreadable = UNREADABLE.test(sentence)
  if (full || (unreadable && freeMegabytes() < ENOUGH_MB))
    return `Sul disco della cartella dei dati ${env.dataDir} non c’è più spazio: liberane almeno ${ENOUGH_MB} MB e riavvia il sito.`
  if (unreadable)
    return `La base di dati nella cartella ${env.dataDir} non si apre: forse i suoi file sono danneggiati. Il registro dice di più; una copia si ripristina con npm run restore in una cartella nuova.`
  return sentence
}

function freeMegabytes(): number {
  const { bavail, bsize } = statfsSync(env.dataDir)
  return (bavail * bsize) / 2 ** 20
}

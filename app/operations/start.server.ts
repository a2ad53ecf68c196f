import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { openDatabase } from '../database/client.server'
import { isOutage } from '../database/outage.server'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { reloadSettings } from '../site/snapshot.server'
import { findStoreRefusal } from '../storage/files.server'

/** Milliseconds to wait for a database server in all, and between two attempts. */
const PATIENCE = 30_000
const RETRY_DELAY = 1_000

/**
 * Returns the cause of a failed query, or else the error itself. The message of Drizzle’s error contains the query with
 * its values, which may be private.
 */
const causeOf = (error: unknown) => (error instanceof DrizzleQueryError ? error.cause : error)

function messageOf(error: unknown): string {
  const cause = causeOf(error)
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * Checks the data folder and the store of files, opens the database and reads the settings. `patience`: milliseconds to
 * wait for a database server. Throws an error; `explainFailedStart` says its reason in Italian.
 */
export async function openSite(patience = PATIENCE): Promise<void> {
  makeDataFolder()
  await checkStore()
  await openDatabasePatiently(patience)
  await reloadSettings()
}

function makeDataFolder() {
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
  const refusalStatus = await findStoreRefusal().catch((err) =>
    log.warn({ err }, 'the store of files does not answer'),
  )
  if (refusalStatus)
    throw new Error(
      `L’archivio dei file rifiuta l’accesso (${refusalStatus}): controlla S3_BUCKET, S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY.`,
    )
}

/**
 * Opens the database. Waits up to `patience` milliseconds for a server that starts later than the site. Errors of a
 * server that refuses the site, or does not answer in time, have an Italian sentence.
 */
async function openDatabasePatiently(patience: number): Promise<void> {
  const deadline = Date.now() + patience
  for (let attempt = 1; ; attempt++) {
    try {
      return await openDatabase()
    } catch (cause) {
      if (!env.databaseUrl) throw cause
      const refusal = explainRefusal(cause)
      if (refusal) throw new Error(refusal, { cause })
      if (!isUnavailable(cause)) throw cause
      if (Date.now() > deadline)
        throw new Error(
          `Il database non risponde (${messageOf(cause)}): controlla che sia in funzione, e DATABASE_URL.`,
          { cause },
        )
      if (attempt === 1)
        console.log(`Il database non risponde ancora: lo aspetto per ${patience / 1000} secondi…`)
      await pause(RETRY_DELAY)
    }
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/**
 * Says in Italian why a database server refuses the connection, for errors that waiting does not mend; undefined for
 * others.
 */
function explainRefusal(error: unknown): string | undefined {
  const code = codeOf(error)
  if (/^28/.test(code)) return 'Il database rifiuta utente o password: controlla DATABASE_URL.'
  if (code === '3D000')
    return 'Il database di nome così non esiste sul server: controlla DATABASE_URL, o crealo.'
}

const isUnavailable = (error: unknown) =>
  isOutage(error) ||
  /^E(CONN|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE)/.test(codeOf(error)) ||
  /timeout|terminated/.test(messageOf(error))

/** Explains a failed start in one Italian sentence; an error of unknown cause by its own message. */
export function explainFailedStart(error: unknown): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `La porta ${env.port} è già occupata: forse il sito è già in funzione. Fermalo, o scegli un’altra porta con PORT.`
    case 'EACCES':
      return `La porta ${env.port} è riservata all’amministratore della macchina: scegli una PORT da 1024 in su.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${env.host} non è un indirizzo di questa macchina: controlla HOST.`
    default:
      return explainDatabaseFailure(error)
  }
}

/** Signs of a full disk: a code of PostgreSQL, an error number of Emscripten, and messages. */
const SERVER_FULL = '53100'
const EMSCRIPTEN_FULL = 51
const FULL_DISK = /ENOSPC|no space left|disk is full/i
/** Messages of the embedded database that give no reason. */
const MESSAGE_WITHOUT_REASON = /^Aborted\(|^\[object |^The embedded database ended/
/** Least free megabytes for an embedded database: a new one has 42 MB. */
const LEAST_FREE_MB = 64

function explainDatabaseFailure(error: unknown): string {
  const message = messageOf(error)
  if (codeOf(causeOf(error)) === SERVER_FULL)
    return 'Sul disco del server PostgreSQL non c’è più spazio: liberane un po’ e riavvia il sito.'
  const isFull = FULL_DISK.test(message) || (error as { errno?: unknown } | null)?.errno === EMSCRIPTEN_FULL
  const hasNoReason = MESSAGE_WITHOUT_REASON.test(message)
  if (isFull || (hasNoReason && freeMegabytes() < LEAST_FREE_MB))
    return `Sul disco della cartella dei dati ${env.dataDir} non c’è più spazio: liberane almeno ${LEAST_FREE_MB} MB e riavvia il sito.`
  if (hasNoReason)
    return `La base di dati nella cartella ${env.dataDir} non si apre: forse i suoi file sono danneggiati. Il registro dice di più; una copia si ripristina con npm run restore in una cartella nuova.`
  return message
}

function freeMegabytes(): number {
  const { bavail, bsize } = statfsSync(env.dataDir)
  return (bavail * bsize) / 2 ** 20
}

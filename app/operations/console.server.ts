import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountOutcome, explainAccountRefusal } from '../accounts/refusals.rules'
import { SYSTEM } from '../accounts/rules'
import { removeSecondFactorFromConsole } from '../accounts/two-factor/commands.server'
import { closeDatabase, engine, openDatabase } from '../database/client.server'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatNumber } from '../italian/numbers'
import { promoteFromConsole } from '../people/roles.commands.server'
import { deleteFromConsole } from '../privacy/commands.server'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { reloadSettings } from '../site/snapshot.server'
import { backUp, exportTo, type FinishedBackup } from './backup/backup.server'
import { restore } from './backup/restore.server'
import { type CommandResponse, failureResponse, sendCommand, serveCommands } from './command-socket.server'
import { brokenInvariants } from './invariants.queries.server'

/**
 * The commands of the console, except `restore`. Only the process of a running site can use its embedded database, so
 * they run there; without such a process, or with a database server, they run in their own. The argument is '' if none
 * is typed.
 */
const COMMANDS: Record<string, (argument: string) => Promise<CommandResponse>> = {
  admin: async (email) => accountResponse(await promoteFromConsole(email), `${email}: ora è amministratore.`),
  'remove-second-factor': async (email) =>
    accountResponse(await removeSecondFactorFromConsole(email), `${email}: ora accede con la sola password.`),
  forget: async (userId) =>
    accountResponse(await deleteFromConsole(SYSTEM, userId), `${userId}: eliminato di nuovo.`),
  invariants: async () => {
    const broken = await brokenInvariants()
    const sentences = broken.map(({ sentence, rows }) => `${sentence}: ${rows} righe no.`)
    return { ok: broken.length === 0, sentence: sentences.join('\n') || 'Tutto torna.' }
  },
  backup: async (folder) => backupResponse(await backUp(folder || undefined)),
  export: async (file) => backupResponse(await exportTo(file)),
}

const SOCKET = join(env.dataDir, 'control.sock')

/**
 * Serves the npm commands on a site with an embedded database; does nothing with a database server. The site also runs
 * if that fails, for example because the path is too long for a socket. Returns a function that stops serving.
 */
export async function serveConsoleCommands(): Promise<() => void> {
  if (engine !== 'pglite') return () => {}
  return serveCommands(SOCKET, runHere).catch((err) => {
    log.error({ err }, 'npm commands will not reach this site')
    return () => {}
  })
}

async function runHere(command: string, argument: string): Promise<CommandResponse> {
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  return run ? run(argument).catch(failureResponse) : failureResponse(`Comando sconosciuto: ${command}`)
}

/**
 * Runs an npm command: in the running site if that has an embedded database, else here on the configured database.
 * `restore` makes a new site, and runs here in any case.
 */
export async function runCommand(command: string, argument: string): Promise<CommandResponse> {
  if (command === 'restore') return restoreArchive(argument).catch(failureResponse)
  try {
    const response = await sendCommand(SOCKET, command, argument)
    if (response) return response
    if (engine === 'pglite' && !existsSync(join(env.dataDir, 'postgres')))
      return failureResponse(`In ${env.dataDir} non c’è ancora un sito.`)
    // A copy does not migrate the database: it may be made before an update of the program that serves the site. It
    // sends no e-mail either, so it needs no settings, which an older database may not have.
    const isCopy = command === 'backup' || command === 'export'
    await openDatabase({ migrate: !isCopy })
    if (!isCopy) await reloadSettings()
    return await runHere(command, argument)
  } catch (error) {
    return failureResponse(error)
  } finally {
    await closeDatabase()
  }
}

function accountResponse(outcome: AccountOutcome, sentence: string): CommandResponse {
  return outcome.ok ? { ok: true, sentence } : failureResponse(explainAccountRefusal(outcome))
}

function backupResponse({ path, size, manifest }: FinishedBackup): CommandResponse {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const facts = [`${formatNumber(size)} byte`, `${formatNumber(rows)} righe`, `${manifest.files.length} file`]
  const missing = manifest.missing.map((name) => `\n  Mancava nell’archivio dei file: ${name}`)
  return { ok: true, sentence: `Copia fatta e riletta: ${path} (${facts.join(', ')}).${missing.join('')}` }
}

async function restoreArchive(archive: string): Promise<CommandResponse> {
  const { takenAt, missing } = await restore(archive)
  const missingFiles = missing.map((name) => `\n  Mancava già nella copia: ${name}`)
  return {
    ok: true,
    sentence: `Il sito è com’era ${withArticle('il', formatDate(new Date(takenAt), 'd MMMM yyyy alle ore HH:mm'))}.${missingFiles.join('')}`,
  }
}

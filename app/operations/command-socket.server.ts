import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * The result of a command. `sentence`: Italian sentences, one a line; after an unexpected error its message.
 */
export type CommandResponse = { ok: boolean; sentence: string }

/**
 * Serves commands to programs of the same user on a Unix socket. It speaks HTTP: the path is the command, the body its
 * argument. Replaces a socket file that an ended process has left. Returns a function that stops serving.
 */
export async function serveCommands(
  path: string,
  run: (command: string, argument: string) => Promise<CommandResponse>,
): Promise<() => void> {
  const server = createServer(async (incoming, response) => {
    const commandResponse = await text(incoming)
      .then((argument) => run(incoming.url?.slice(1) ?? '', argument))
      .catch(failureResponse)
    response.end(JSON.stringify(commandResponse))
  })
  rmSync(path, { force: true })
  // The mask denies access to other users from the creation of the socket on.
  const mask = process.umask(0o177)
  const listening = once(server.listen(path), 'listening')
  process.umask(mask)
  await listening
  server.unref()
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/**
 * Lets the process that serves the socket at `path` run a command; null if there is no such process. Throws an error
 * with an Italian sentence if the process cannot be asked or ends meanwhile.
 */
export async function sendCommand(
  path: string,
  command: string,
  argument: string,
): Promise<CommandResponse | null> {
  const outgoing = request({ socketPath: path, path: `/${command}`, method: 'POST', agent: false })
  outgoing.end(argument)
  try {
    const [response] = await once(outgoing, 'response')
    return JSON.parse(await text(response))
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null
    if (code === 'EACCES' || code === 'EPERM')
      throw new Error('Questo comando va dato come utente del sito, o come root.', { cause: error })
    throw new Error('Il sito si è fermato prima di rispondere.', { cause: error })
  }
}

/** The result of a command that failed. `error`: an error, whose message is the sentence, or the sentence. */
export function failureResponse(error: unknown): CommandResponse {
  return { ok: false, sentence: error instanceof Error ? error.message : String(error) }
}

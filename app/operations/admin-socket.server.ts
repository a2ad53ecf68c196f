import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What came of a command, in one Italian sentence for the person at the keyboard. */
export type Outcome = { ok: boolean; sentence: string }

/**
 * Takes commands from programs of the same user on this machine, over the Unix socket at `path` (HTTP: the command is
 * the address, its argument the body). A socket that a killed process left behind is replaced. Throws where there can
 * be no socket. Returns how to stop; commands under way are cut off.
 */
export async function takeCommands(
  path: string,
  run: (command: string, argument: string) => Promise<Outcome>,
): Promise<() => void> {
  const server = createServer(async (asked, answer) => {
    const outcome = await text(asked)
      .then((argument) => run(asked.url?.slice(1) ?? '', argument))
      .catch(failed)
    answer.end(JSON.stringify(outcome))
  })
  rmSync(path, { force: true })
  // The socket is made with its rights, so that nobody else gets in before they are set.
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

/** Has the process that listens at `path` run a command, however long it takes; null when none listens there. */
export async function giveCommand(path: string, command: string, argument: string): Promise<Outcome | null> {
  const asked = request({ socketPath: path, path: `/${command}`, method: 'POST', agent: false })
  asked.end(argument)
  try {
    const [answer] = await once(asked, 'response')
    return JSON.parse(await text(answer))
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null
    throw new Error('Il sito si è fermato prima di rispondere.', { cause: error })
  }
}

/** An error as the outcome of a command. */
export function failed(error: unknown): Outcome {
  return { ok: false, sentence: error instanceof Error ? error.message : String(error) }
}

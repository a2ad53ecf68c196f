import { Agent, get } from 'node:http'
import { expect, test } from 'vitest'
import { aProgram } from '../../tests/process'

/** With keep-alive. */
function ask(port: number, path: string): Promise<{ text: string; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: true })
    get({ port, path, agent, host: '127.0.0.1' }, async (result) => {
      const text = Buffer.concat(await result.toArray()).toString()
      resolve({ text, connection: result.headers.connection })
    }).on('error', reject)
  })
}

test('while it starts it ends by itself, as the first process of a container does not for a mere signal', async () => {
  const { end, printed } = aProgram('leaver', { STARTING: 'yes' })
  await printed(1)
  expect(await end('SIGTERM')).toBe(143)
})

async function aLeaver(settings: Record<string, string>) {
  const leaver = aProgram('leaver', settings)
  await leaver.printed(1)
  return { ...leaver, port: Number(leaver.lines[0]) }
}

test('without a proxy no connection is accepted, and requests in flight are answered', async () => {
  const { port, end, printed, lines, exited } = await aLeaver({ DRAIN: '0' })
  expect(await ask(port, '/')).toEqual({ text: 'serving', connection: 'keep-alive' })
  const slow = ask(port, '/slow')
  await printed(2)
  end('SIGTERM')
  await printed(3)
  await expect(ask(port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect((await slow).text).toBe('serving')
  expect(await exited).toBe(0)
  expect(lines.slice(1)).toEqual(['asked', 'schedule stopped', 'database closed'])
})

test('a second signal cuts no request', async () => {
  const { port, end, printed, lines, exited } = await aLeaver({ DRAIN: '0' })
  const slow = ask(port, '/slow')
  await printed(2)
  end('SIGTERM')
  end('SIGTERM')
  expect((await slow).text).toBe('serving')
  expect(await exited).toBe(0)
  expect(lines.at(-1)).toBe('database closed')
})

test('for a proxy it serves on for a while, says so, and keeps no connection open', async () => {
  const { port, end, printed, lines, exited } = await aLeaver({ DRAIN: '2' })
  end('SIGTERM')
  await printed(2)
  expect(await ask(port, '/')).toEqual({ text: 'leaving', connection: 'close' })
  expect(await exited).toBe(0)
  expect(lines.slice(1)).toEqual(['schedule stopped', 'database closed'])
})

test('from a keyboard there is no proxy to wait for', async () => {
  const { end, exited } = await aLeaver({ DRAIN: '5' })
  const start = performance.now()
  end('SIGINT')
  expect(await exited).toBe(0)
  expect(performance.now() - start).toBeLessThan(5_000)
})

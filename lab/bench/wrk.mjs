// Load by wrk, and nginx, from Debian's packages.
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { startOwnProgram, waitForEnd } from './site.mjs'

const MILLISECONDS = { us: 0.001, ms: 1, s: 1_000 }

/** @returns requests per second, and the 50th and 99th percentile in milliseconds */
export async function load(wrk, url, { headers = {}, connections = 16, seconds = 2 } = {}) {
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...sent, url]
  const { stdout } = await promisify(execFile)(wrk, args)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not always answer:\n${stdout}`)
  const within = (share) => {
    const [, time, unit] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout)
    return time * MILLISECONDS[unit]
  }
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]), p50: within(50), p99: within(99) }
}

/** Compressed, as received: `{ headers, body }`. */
export async function rawAnswer(url, headers) {
  const [response] = await once(get(url, { headers }), 'response')
  return { headers: response.headers, body: await buffer(response) }
}

export const nginxVersion = (nginx) => /[\d.]+/.exec(spawnSync(nginx, ['-v'], { encoding: 'utf8' }).stderr)[0]

/** Names of headers that nginx and Node set themselves. */
const OF_THE_CONNECTION = /^(date|connection|keep-alive|content-length|content-type|transfer-encoding)$/

const headersToRepeat = (headers) => Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.test(name))

/** Node alone with these bytes: `{ address, stop }`. */
export async function startBare({ headers, body }) {
  const child = startOwnProgram(process.execPath, ['lab/bench/bare.mjs'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const sent = [
    ...headersToRepeat(headers),
    ['content-type', headers['content-type']],
    ['content-length', body.length],
  ]
  child.stdin.end(JSON.stringify({ headers: Object.fromEntries(sent), body: body.toString('base64') }))
  const [port] = await once(child.stdout, 'data')
  return { address: `http://127.0.0.1:${Number(port)}/`, stop: () => waitForEnd(child) }
}

/** One worker, a file per answer `{ headers, body }`. Returns the addresses in order, and `stop`. */
export async function startNginx(nginx, port, folder, answers) {
  const place = join(folder, 'nginx')
  mkdirSync(place, { recursive: true })
  const locations = answers.map(({ headers, body }, number) => {
    writeFileSync(join(place, `${number}.html`), body)
    const sent = headersToRepeat(headers).map(
      ([name, value]) => `add_header ${name} ${JSON.stringify(value)};`,
    )
    return `location = /${number}.html { ${sent.join(' ')} }`
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(place, kind)};`,
  )
  const settings = `
    ${process.getuid() === 0 ? 'user root;' : ''}
    worker_processes 1; daemon off; pid ${join(place, 'pid')}; error_log stderr error;
    events { worker_connections 512; }
    http {
      ${temporary.join(' ')}
      access_log off; server_tokens off; etag off; sendfile on; tcp_nopush on; open_file_cache max=16;
      keepalive_requests 1000000000; default_type 'text/html; charset=utf-8'; types {}
      server { listen 127.0.0.1:${port}; root ${place}; ${locations.join('\n')} }
    }`
  const file = join(place, 'nginx.conf')
  writeFileSync(file, settings)
  chmodSync(place, 0o755)
  const child = startOwnProgram(nginx, ['-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (let looks = 0; looks < 100; looks++) {
    if (await fetch(`${url}/0.html`).catch(() => null)) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    addresses: answers.map((_, number) => `${url}/${number}.html`),
    stop: () => waitForEnd(child),
  }
}

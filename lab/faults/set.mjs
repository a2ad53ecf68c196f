// The deployment of deploy/ on this machine: site processes, PostgreSQL, S3, a mail server, and a proxy with deploy's
// own configuration.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import { SMTPServer } from 'smtp-server'
import { build } from '../../scripts/build.mjs'
import { projectNode, root } from '../../scripts/install.mjs'
import { findPostgres, findTool } from '../../scripts/machine.mjs'
import { environment, options } from '../../scripts/node-options.mjs'
import { freePort, startPostgres } from '../../scripts/postgres.mjs'

const KEYS = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }

/** `count` processes on an empty database behind `proxy`. Call `stop` in any case. */
export async function startSet({ count = 3, proxy = 'nginx' } = {}) {
  await build()
  const folder = mkdtempSync(join(tmpdir(), 'set-'))
  chmodSync(folder, 0o755) // nginx's workers are nobody
  const ends = [async () => rmSync(folder, { recursive: true, force: true })]
  let stopped
  const stop = () => {
    stopped ??= (async () => {
      for (const end of ends.splice(0).reverse()) await end()
    })()
    return stopped
  }
  // What waits for a child then fails, and the caller ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  try {
    const postgres = await startPostgres(await findPostgres())
    ends.push(postgres.stop)
    const mail = await startMailServer(ends)
    const store = await startStore(join(folder, 'files'), ends)
    const port = await freePort()
    const origin = `https://localhost:${port}`
    const settings = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'data'),
      PUBLIC_ORIGIN: origin,
      SMTP_URL: mail.url,
      TRUST_PROXY: '1',
      DRAIN: '4',
      ...store,
    }
    const sites = []
    for (let number = 1; number <= count; number++)
      sites.push(new Site(await freePort(), join(folder, `site-${number}.log`), settings))
    ends.push(() => Promise.all(sites.map((site) => site.end())))
    for (const site of sites) site.start()
    await Promise.all(sites.map((site) => site.ready()))
    const ca = certificate(folder)
    await startProxy(proxy, { folder, port, sites }, ends)
    return { sites, origin, database: postgres.url, emails: mail.emails, ask: asker(ca), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A process of the site, which restarts on its port. */
class Site {
  constructor(port, log, settings) {
    Object.assign(this, { port, log, settings, url: `http://127.0.0.1:${port}` })
  }

  start() {
    const output = openSync(this.log, 'a')
    const env = { ...environment, ...this.settings, PORT: String(this.port) }
    this.process = spawn(projectNode, [...options, 'build/server/index.js'], {
      cwd: root,
      env,
      stdio: ['ignore', output, output],
    })
    this.exited = once(this.process, 'exit').then(([code]) => code)
  }

  /** Throws the output if it ends, or after three minutes. */
  async ready() {
    const ask = asker()
    for (const deadline = Date.now() + 180_000; Date.now() < deadline; await pause(50)) {
      if (this.process.exitCode !== null) break
      const response = await ask(`${this.url}/readyz`).catch(() => null)
      if (response?.status === 200) return
    }
    throw new Error(`Process ${this.port} did not come up:\n${readFileSync(this.log, 'utf8').slice(-4000)}`)
  }

  faults() {
    const lines = readFileSync(this.log, 'utf8').split('\n')
    return lines.filter((line) => /^\{"level":[56]0,/.test(line)).map((line) => JSON.parse(line))
  }

  /** Resolves with exit code and milliseconds. */
  async end() {
    const start = Date.now()
    if (this.process?.exitCode === null && this.process.signalCode === null) this.process.kill('SIGTERM')
    const cut = setTimeout(() => this.process.kill('SIGKILL'), 15_000)
    const code = await this.exited
    clearTimeout(cut)
    return { code, took: Date.now() - start }
  }
}

/** Starts a mail server. `emails`: the recipients of the e-mails that came. */
async function startMailServer(ends) {
  const emails = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, session, accept) => {
      emails.push(session.envelope.rcptTo[0].address)
      stream.on('end', accept).resume()
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  ends.push(() => new Promise((done) => server.close(done)))
  return { emails, url: `smtp://127.0.0.1:${server.server.address().port}` }
}

async function startStore(directory, ends) {
  const buckets = [{ name: 'accademia' }]
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    allowMismatchedSignatures: true,
    configureBuckets: buckets,
  })
  const { port } = await store.run()
  ends.push(() => store.close())
  return {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'accademia',
    S3_REGION: 'eu-south-1',
    ...KEYS,
  }
}

function certificate(folder) {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, ...files], { stdio: 'ignore' })
  return readFileSync(join(folder, 'fullchain.pem'))
}

const proxies = {
  nginx({ folder, port, sites, plainPort }) {
    const upstreams = sites.map((site) => `server 127.0.0.1:${site.port} max_fails=1 fail_timeout=10s;`)
    const site = readFileSync('deploy/nginx.conf', 'utf8')
      .replace(/server 127\.0\.0\.1:3000 .*/, upstreams.join('\n'))
      .replace(/^\s*listen \[::\].*$/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/letsencrypt/live/www.dominio.it', folder)
      .replaceAll('www.dominio.it', 'localhost')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/nginx-${kind};`)
      .join(' ')
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log stderr;
      events {} http { access_log off; ${temporary} ${site} }`,
    )
    return ['nginx', ['-c', file, '-e', 'stderr']]
  },
  caddy({ folder, port, sites }) {
    const file = join(folder, 'Caddyfile')
    const localSite = `https://localhost:${port} {\n tls ${folder}/fullchain.pem ${folder}/privkey.pem`
    const site = readFileSync('deploy/Caddyfile', 'utf8')
      .replace('{$SITE:localhost} {', localSite)
      .replace(/\{\$UPSTREAMS.*?\}/, sites.map((site) => `127.0.0.1:${site.port}`).join(' '))
    writeFileSync(file, `{\n admin off\n auto_https disable_redirects\n}\n${site}`)
    return ['caddy', ['run', '--adapter', 'caddyfile', '--config', file]]
  },
}

async function startProxy(name, { folder, port, sites }, ends) {
  const [program, args] = proxies[name]({ folder, port, sites, plainPort: await freePort() })
  const log = join(folder, 'proxy.log')
  const output = openSync(log, 'a')
  const env = { PATH: process.env.PATH, HOME: folder }
  const proxy = spawn(await findTool(program), args, { env, stdio: ['ignore', output, output] })
  const exited = once(proxy, 'exit')
  ends.push(async () => {
    proxy.kill('SIGTERM')
    await exited
  })
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await pause(50)) {
    if (proxy.exitCode !== null) break
    const up = await asker(readFileSync(join(folder, 'fullchain.pem')))(
      `https://localhost:${port}/healthz`,
    ).catch(() => null)
    if (up?.status === 200) return
  }
  throw new Error(`${name} did not come up:\n${readFileSync(log, 'utf8').slice(-4000)}`)
}

/** Returns a function that sends requests with keep-alive, as proxies and browsers do. */
function asker(ca) {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 128 }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 128, ca }),
  }
  /** `form`: fields; else `body` with `headers`. Resolves with status, headers and text. */
  return (url, { method, form, body, cookie, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const { protocol } = new URL(url)
      const content = form ? new URLSearchParams(form).toString() : body
      const request = (protocol === 'https:' ? https : http).request(url, {
        method: method ?? (content === undefined ? 'GET' : 'POST'),
        agent: agents[protocol],
        timeout: 30_000,
        headers: {
          ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
          ...(content !== undefined && { 'Content-Length': Buffer.byteLength(content) }),
          ...(cookie && { Cookie: cookie }),
          ...headers,
        },
      })
      request.on('timeout', () => request.destroy(new Error('No answer within 30 seconds')))
      request.on('error', reject)
      request.on('response', async (response) => {
        try {
          const text = Buffer.concat(await response.toArray()).toString()
          resolve({ status: response.statusCode, headers: response.headers, text })
        } catch (error) {
          reject(error)
        }
      })
      request.end(content)
    })
}

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../app/runtime/env.server'
import { options, environment as startedWith } from '../scripts/node-options.mjs'

// deploy/ agrees with the site.

const read = (file: string) => readFileSync(file, 'utf8')
const dockerfile = read('deploy/Dockerfile')
const compose = read('deploy/compose.yaml')
const unit = read('deploy/accademia.service')
const environment = read('deploy/accademia.env')

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? '')
const settings = all(read('app/runtime/env.server.ts'), /^ {2}([A-Z][A-Z\d_]+):/gm)

test('every setting that is named is one of the site', () => {
  const ofOthers = ['PATH', 'SITE', 'POSTGRES_PASSWORD', ...Object.keys(startedWith)]
  const named = {
    'accademia.env': all(environment, /^#?([A-Z\d_]+)=/gm),
    'compose.yaml': all(/^x-app:[\s\S]*?^services:/m.exec(compose)?.[0] ?? '', /^ {4}([A-Z\d_]+):/gm),
    'accademia.service': all(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '', /(\w+)=/g),
    Dockerfile: all(/^ENV [\s\S]*?[^\\]$/m.exec(dockerfile)?.[0] ?? '', /(\w+)=/g),
  }
  for (const [file, names] of Object.entries(named)) {
    expect(names.length, file).toBeGreaterThan(1)
    expect(
      names.filter((name) => !settings.includes(name) && !ofOthers.includes(name)),
      file,
    ).toEqual([])
  }
})

test('the settings as they are given need only a password', () => {
  const lines = environment.split('\n').filter((line) => /^[A-Z]/.test(line))
  const settings = Object.fromEntries(lines.map((line) => line.split(/=(.*)/)))
  expect(readEnv(settings)).toEqual({ mistakes: [expect.stringMatching(/^ADMIN_PASSWORD manca/)] })
  expect(readEnv({ ...settings, ADMIN_PASSWORD: 'una-frase-che-ricordo' })).toHaveProperty('settings')
})

test('accademia.env has the variables of compose.yaml', () => {
  const asked = new Set(all(compose, /\$\{(\w+):/g))
  const names = all(environment, /^#?([A-Z\d_]+)=/gm)
  expect([...asked].filter((name) => !names.includes(name))).toEqual([])
})

const copied = all(dockerfile, /^COPY (?!--from)(.*) \S+$/gm).flatMap((files) => files.split(' '))

test('what the image copies exists, and is not kept from it', () => {
  const admitted = all(read('.dockerignore'), /^!(.*)$/gm)
  for (const file of [...copied, ...admitted]) expect(existsSync(file), file).toBe(true)
  const remaining = copied.filter(
    (file) => file !== '.' && !admitted.some((root) => `${file}/`.startsWith(`${root}/`)),
  )
  expect(remaining).toEqual([])
})

test('the image holds the programs that run from their source, all that they import, and what they read', () => {
  const workers = globSync('packages/*/worker.ts')
  const named = (pattern: RegExp) =>
    workers.flatMap((worker) => all(read(worker), pattern).map((file) => join(dirname(worker), file)))
  const sources = [...workers, ...named(/^import (?!type)[^']*'(\.[^']+)'/gm)]
  expect(sources.length).toBeGreaterThan(1)
  expect(sources.filter((file) => !copied.includes(file))).toEqual([])

  const built = all(dockerfile, /^COPY --from=build \/site\/(\S+)/gm)
  const results = named(/new URL\('([^']+)', import\.meta\.url\)/g)
  expect(results.length).toBeGreaterThan(0)
  expect(results.filter((file) => !built.includes(file))).toEqual([])
})

test('the proxies ask where the site listens', () => {
  const [port] = all(dockerfile, /^EXPOSE (\d+)$/gm)
  expect(all(dockerfile, /PORT=(\d+)/g)).toEqual([port])
  expect(all(compose, /app\d:(\d+)/g)).toEqual([port, port])
  expect(all(read('deploy/Caddyfile'), /127\.0\.0\.1:(\d+)/g)).toEqual([port])
  expect(all(read('deploy/nginx.conf'), /127\.0\.0\.1:(\d+)/g)).toEqual([port])
})

test('a proxy lets through what the site accepts', () => {
  const site = read('app/http/body-limit.server.ts')
  const [files] = all(site, /FILES_LIMIT = (\d+) \* KIB \* KIB/g)
  const [form] = all(site, /LARGE_FORM_LIMIT = (\d+) \* KIB/g)
  expect(all(read('deploy/nginx.conf'), /client_max_body_size (\d+\w)/g)).toEqual([`${form}k`, `${files}m`])
  expect(all(read('deploy/Caddyfile'), /max_size (\d+\w+)/g)).toEqual([`${files}MiB`, `${form}KiB`])
})

test('everywhere the site is started with the same options', () => {
  const line = /^ExecStart=\S+ (.*)$/m.exec(unit)?.[1]?.split(' ')
  expect(line).toEqual([...options, 'build/server/index.js'])
  const command = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '')
  expect(command).toEqual(['node', ...options, 'build/server/index.js'])
  for (const [name, value] of Object.entries(startedWith))
    for (const file of [unit, dockerfile]) expect(file).toContain(`${name}=${value}`)
})

const [nginxOutside = '', ...nginxServers] = read('deploy/nginx.conf').split(/^server \{$/m)

test('nginx never names its version', () => {
  expect(nginxServers).toHaveLength(2)
  for (const server of nginxServers) expect(server).toContain('server_tokens off;')
})

test('the unit denies what the site does not need', () => {
  for (const line of ['RemoveIPC=yes', 'PrivateUsers=yes', 'SystemCallFilter=~@privileged @resources'])
    expect(unit.split('\n')).toContain(line)
})

test('where backups are on another disk, unit and settings name the same folder', () => {
  const [folder] = all(environment, /^#BACKUP_DIR=(.*)$/gm)
  expect(all(unit, /^#ReadWritePaths=(.*)$/gm)).toEqual([folder])
  for (const guide of ['docs/guide/deploy.en.md', 'docs/guide/deploy.it.md'])
    expect(read(guide)).toContain(`-m 700 ${folder}`)
})

test('the set can be told how often to back up, and how long decisions can be undone', () => {
  const names = all(compose, /^ {4}[A-Z\d_]+: \$\{(\w+):-\}$/gm)
  expect(names).toEqual(expect.arrayContaining(['BACKUP_EVERY', 'UNDO_MINUTES']))
})

test('images are named by release, and both guides say why not by digest', () => {
  const images = all(compose, /^ {4}image: (\S+)$/gm)
  expect(images).toEqual(['caddy:2', 'postgres:17', 'ghcr.io/versity/versitygw:v1.7.0'])
  expect(read('docs/guide/deploy.en.md')).toContain('not pinned by digest')
  expect(read('docs/guide/deploy.it.md')).toContain('non sono fissate per digest')
})

test('the proxies drop the number that a caller gives the request', () => {
  expect(read('deploy/nginx.conf')).toMatch(/^\tproxy_set_header X-Request-Id "";$/m)
  expect(read('deploy/Caddyfile')).toMatch(/^\t\theader_up -X-Request-Id$/m)
})

test('no log of a proxy holds the secret of a link', () => {
  const [nginx, caddy] = [read('deploy/nginx.conf'), read('deploy/Caddyfile')]
  const paths = all(read('app/routes.ts'), /route\('(\w+)\/:token/g)
  expect(paths.length).toBeGreaterThan(2)
  for (const path of paths) {
    expect(all(nginx, /\^\/\(\?<page>([\w|]+)\)/g)[0]?.split('|')).toContain(path)
    expect(all(caddy, /\(\/\(([\w|]+)\)\/\|token=\)/g)[0]?.split('|')).toContain(path)
  }
  const format = /^log_format accademia [^;]+;/m.exec(nginx)?.[0] ?? ''
  expect(format).toContain('$path_without_secret')
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_referer|arg_\w+)\b/)
  // Beside a log of http{}, as a stock nginx.conf has one, a second would be written; a log of a server takes its place.
  expect(nginxOutside).not.toMatch(/^\s*(?:access|error)_log /m)
  for (const server of nginxServers) {
    expect(all(server, /^\taccess_log (.*);$/gm)).toEqual(['/var/log/nginx/access.log accademia'])
    expect(all(server, /^\terror_log \S+ (.*);$/gm)).toEqual(['crit'])
  }
  expect(caddy).toMatch(/^\t+request>headers>Referer delete$/m)
})

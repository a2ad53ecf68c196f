import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from './env.server'

function settings(source: Record<string, string>) {
  const result = readEnv(source)
  if ('mistakes' in result) throw new Error(result.mistakes.join('\n'))
  return result.settings
}

function mistakes(source: Record<string, string>) {
  const result = readEnv(source)
  return 'mistakes' in result ? result.mistakes : []
}

test('without any variable the site is a local demo', () => {
  expect(settings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    publicOrigin: 'http://localhost:3000',
    isPublic: false,
    mailFrom: { name: 'Accademia Truentum', address: 'segreteria@example.org' },
    officeEmail: 'segreteria@example.org',
    seed: 'demo',
    trustProxy: false,
    hstsSubdomains: false,
    drainSeconds: 0,
    undoMinutes: 5,
    isProduction: false,
    backupDir: resolve('data/backups'),
    backupIntervalHours: 0,
  })
})

test('an empty variable counts as absent', () => {
  expect(settings({ PORT: '', DATABASE_URL: ' ', PUBLIC_ORIGIN: '' })).toEqual(settings({}))
})

const PUBLIC = {
  PUBLIC_ORIGIN: 'https://www.accademia.it/',
  SMTP_URL: 'smtp://posta.accademia.it',
  MAIL_FROM: 'segreteria@accademia.it',
  OFFICE_EMAIL: 'segreteria@accademia.it',
}

test('a public site is backed up every day, a demo only if configured', () => {
  expect(settings(PUBLIC).backupIntervalHours).toBe(24)
  expect(settings({ ...PUBLIC, BACKUP_EVERY: '0' }).backupIntervalHours).toBe(0)
  expect(settings({ BACKUP_EVERY: '6', BACKUP_DIR: '/mnt/copie' })).toMatchObject({
    backupIntervalHours: 6,
    backupDir: '/mnt/copie',
  })
  for (const hours of ['-1', '1.5', '721', 'daily']) {
    expect(mistakes({ BACKUP_EVERY: hours })[0]).toContain('BACKUP_EVERY deve essere un numero intero di ore')
  }
})

test('a public origin makes the site public and loads no demo data', () => {
  expect(settings(PUBLIC)).toMatchObject({
    publicOrigin: 'https://www.accademia.it',
    isPublic: true,
    seed: 'none',
  })
  expect(mistakes({ ...PUBLIC, SEED: 'demo' })).toEqual([
    'SEED=demo non è ammesso insieme a PUBLIC_ORIGIN: i dati dimostrativi non vanno su un sito pubblico.',
  ])
})

test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'http://corsi.localhost'])(
  '%s is this machine, hence still a demo',
  (origin) => {
    expect(settings({ PUBLIC_ORIGIN: origin })).toMatchObject({
      publicOrigin: origin,
      isPublic: false,
      seed: 'demo',
    })
  },
)

test.each([
  ['info@dominio.it', { name: '', address: 'info@dominio.it' }],
  ['Segreteria <info@dominio.it>', { name: 'Segreteria', address: 'info@dominio.it' }],
  ['"Rossi, Anna" <info@dominio.it>', { name: 'Rossi, Anna', address: 'info@dominio.it' }],
])('the sender %s is understood', (value, sender) => {
  expect(settings({ MAIL_FROM: value }).mailFrom).toEqual(sender)
})

test('a public site needs mail settings and a sender', () => {
  const { PUBLIC_ORIGIN } = PUBLIC
  const named = mistakes({ PUBLIC_ORIGIN }).map((sentence) => sentence.split(' ')[0])
  expect(named).toEqual(['SMTP_URL', 'MAIL_FROM', 'OFFICE_EMAIL'])
})

test('the first administrator needs both e-mail and password', () => {
  expect(mistakes({ ADMIN_EMAIL: 'capo@dominio.it' })[0]).toMatch(/^ADMIN_PASSWORD manca/)
  expect(mistakes({ ADMIN_PASSWORD: 'abbastanza lunga' })[0]).toMatch(/^ADMIN_EMAIL manca/)
  expect(settings({ ADMIN_EMAIL: 'Capo@dominio.it', ADMIN_PASSWORD: 'abbastanza lunga' })).toMatchObject({
    adminEmail: 'capo@dominio.it',
    adminPassword: 'abbastanza lunga',
  })
})

const S3 = {
  S3_ENDPOINT: 'https://s3.dominio.it',
  S3_BUCKET: 'accademia',
  S3_REGION: 'eu-south-1',
  S3_ACCESS_KEY_ID: 'chiave',
  S3_SECRET_ACCESS_KEY: 'segreto',
}

test('files are kept in S3 when all five variables are given', () => {
  expect(settings(S3).s3).toEqual({
    endpoint: 'https://s3.dominio.it',
    bucket: 'accademia',
    region: 'eu-south-1',
    accessKeyId: 'chiave',
    secretAccessKey: 'segreto',
  })
})

test('some of the S3 variables are not enough: those that miss are named', () => {
  for (const name of Object.keys(S3)) {
    expect(mistakes({ ...S3, [name]: '' })).toEqual([
      `${name} manca: le variabili S3_… vanno date tutte insieme, oppure nessuna.`,
    ])
  }
  expect(mistakes({ S3_BUCKET: 'accademia', S3_REGION: 'eu' })[0]).toBe(
    'S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY mancano: le variabili S3_… vanno date tutte insieme, oppure nessuna.',
  )
})

test('every mistake is reported at once with its variable', () => {
  const wrong = {
    PORT: '70000',
    HOST: 'qui e là',
    DATABASE_URL: 'mysql://server',
    PUBLIC_ORIGIN: 'https://dominio.it/corsi',
    SMTP_URL: 'posta',
    MAIL_FROM: 'Segreteria',
    OFFICE_EMAIL: 'segreteria',
    ADMIN_EMAIL: 'capo',
    ADMIN_PASSWORD: 'corta',
    SEED: 'prova',
    TRUST_PROXY: 'sì',
    S3_ENDPOINT: 's3.dominio.it',
    S3_BUCKET: 'I miei file',
    S3_REGION: 'eu south',
  }
  const listed = mistakes({ ...wrong, S3_ACCESS_KEY_ID: 'chiave', S3_SECRET_ACCESS_KEY: 'segreto' })
  expect(listed).toHaveLength(Object.keys(wrong).length)
  for (const variable of Object.keys(wrong)) {
    expect(listed.filter((sentence) => sentence.startsWith(`${variable} `))).toHaveLength(1)
  }
})

import { join, resolve } from 'node:path'
import { z } from 'zod'

/**
 * The configuration, read and checked once at the start. Other modules read only `VITEST` and `LOG_LEVEL` themselves.
 */
export type Settings = {
  port: number
  host: string
  /** Absolute path of the folder for the embedded database and the files. */
  dataDir: string
  databaseUrl?: string
  /** Scheme, host and port of the site, without a trailing slash. */
  publicOrigin: string
  /** Whether `PUBLIC_ORIGIN` is not a local host: then demo data are not loaded, and a mail server is required. */
  isPublic: boolean
  smtpUrl?: string
  mailFrom: { name: string; address: string }
  officeEmail: string
  adminEmail?: string
  adminPassword?: string
  seed: 'demo' | 'none'
  /** Minutes in which the office can take a decision back; its e-mails wait as long. */
  undoMinutes: number
  /** Whether the last address of `X-Forwarded-For`, and `X-Request-Id`, are believed. */
  trustProxy: boolean
  /** Whether HSTS includes the subdomains. */
  hstsSubdomains: boolean
  /** Seconds between SIGTERM and the end of service, in which a proxy may send requests elsewhere. */
  drainSeconds: number
  isProduction: boolean
  /** The store of files; absent: a folder in `dataDir`. */
  s3?: S3Settings
  /** Absolute path of the folder for backups. */
  backupDir: string
  /** Hours between backups; 0 for none. */
  backupIntervalHours: number
  /** Whoever sends it may read `/metrics`. Programs on this machine need none where there is no proxy. */
  metricsToken?: string
}

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

type Source = Record<string, string | undefined>

const LOCAL_HOSTS = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/
const DEMO_OFFICE = { name: 'Accademia Truentum', address: 'segreteria@example.org' }

const text = (sentence: string) => z.string({ error: sentence })
const emailAddress = (variable: string) =>
  z.email(`${variable} non è un indirizzo e-mail valido: scrivilo come nome@dominio.it.`)

function url(protocols: string[], sentence: string) {
  return text(sentence).refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), sentence)
}

const portSentence = 'PORT deve essere un numero intero tra 1 e 65535, per esempio 3000.'
const originSentence =
  'PUBLIC_ORIGIN deve essere un indirizzo senza percorso, per esempio https://www.dominio.it.'
const backupSentence =
  'BACKUP_EVERY deve essere un numero intero di ore, da 1 a 720, oppure 0: nessuna copia.'
const undoSentence =
  'UNDO_MINUTES deve essere un numero di minuti, da 0 a 60: per tanto la segreteria può ripristinare com’era prima di una decisione.'
const senderSentence =
  'MAIL_FROM deve essere un indirizzo e-mail, da solo o come "Nome <indirizzo>": per esempio Segreteria <info@dominio.it>.'

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: text(portSentence)
    .regex(/^\d{1,5}$/, portSentence)
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65535, portSentence)
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'HOST deve essere un nome o un indirizzo di rete, per esempio 127.0.0.1 o 0.0.0.0.')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'DATABASE_URL deve essere un indirizzo PostgreSQL, per esempio postgresql://utente:parola@server:5432/base.',
  ).optional(),
  PUBLIC_ORIGIN: url(['http:', 'https:'], originSentence)
    .refine((value) => new URL(value).href === `${new URL(value).origin}/`, originSentence)
    .transform((value) => new URL(value))
    .optional(),
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    'SMTP_URL deve essere un indirizzo SMTP, per esempio smtps://utente:parola@smtp.dominio.it.',
  ).optional(),
  MAIL_FROM: z
    .string()
    .transform(parseSender)
    .pipe(z.object({ name: z.string(), address: z.email(senderSentence) }))
    .default(DEMO_OFFICE),
  OFFICE_EMAIL: emailAddress('OFFICE_EMAIL').default(DEMO_OFFICE.address),
  ADMIN_EMAIL: emailAddress('ADMIN_EMAIL').optional(),
  // The minimum of `STAFF_PASSWORD_MIN`, which this folder must not import (tests/architecture.test.ts).
  ADMIN_PASSWORD: z.string().min(12, 'ADMIN_PASSWORD deve avere almeno 12 caratteri.').optional(),
  SEED: z.enum(['demo', 'none'], 'SEED può essere soltanto demo oppure none.').optional(),
  TRUST_PROXY: z.enum(['0', '1'], 'TRUST_PROXY può essere soltanto 0 oppure 1.').default('0'),
  UNDO_MINUTES: text(undoSentence)
    .regex(/^\d{1,2}(\.\d)?$/, undoSentence)
    .transform(Number)
    .refine((minutes) => minutes <= 60, undoSentence)
    .default(5),
  HSTS_SUBDOMAINS: z.enum(['0', '1'], 'HSTS_SUBDOMAINS può essere soltanto 0 oppure 1.').default('0'),
  DRAIN: z
    .enum(['0', '1', '2', '3', '4', '5'], 'DRAIN deve essere un numero intero di secondi, da 0 a 5.')
    .default('0'),
  S3_ENDPOINT: url(
    ['http:', 'https:'],
    'S3_ENDPOINT deve essere un indirizzo http o https, per esempio https://s3.dominio.it.',
  ).optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'S3_BUCKET deve avere da 3 a 63 caratteri: lettere minuscole, cifre, punti e trattini.',
    )
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'S3_REGION deve essere il nome di una regione, per esempio eu-south-1.')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: text(backupSentence)
    .regex(/^\d{1,3}$/, backupSentence)
    .transform(Number)
    .refine((hours) => hours <= 720, backupSentence)
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'METRICS_TOKEN deve avere almeno 16 caratteri, senza spazi né accenti.')
    .optional(),
})

const S3_VARIABLES = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

/**
 * The variables for e-mail that a public site needs. Elsewhere, without `SMTP_URL`, the console shows the links of
 * e-mails.
 */
const EMAIL_VARIABLES = ['SMTP_URL', 'MAIL_FROM', 'OFFICE_EMAIL']

function parseSender(value: string) {
  const parts = /^\s*"?(?<name>[^"<>]*?)"?\s*<(?<address>[^<>]+)>\s*$/.exec(value)?.groups
  return { name: parts?.name ?? '', address: parts?.address?.trim() ?? value.trim() }
}

/**
 * Checks which variables need or exclude each other, even if single values are invalid. Returns Italian sentences.
 */
function mistakesBetweenVariables(source: Source): string[] {
  const host = URL.parse(source.PUBLIC_ORIGIN ?? '')?.hostname
  const isPublic = host !== undefined && !LOCAL_HOSTS.test(host)
  const s3Missing = S3_VARIABLES.filter((name) => !source[name])
  const sentences: [boolean, string][] = [
    [
      !!source.ADMIN_EMAIL !== !!source.ADMIN_PASSWORD,
      `${source.ADMIN_EMAIL ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL'} manca: ADMIN_EMAIL e ADMIN_PASSWORD vanno date insieme, oppure nessuna delle due.`,
    ],
    [
      s3Missing.length > 0 && s3Missing.length < S3_VARIABLES.length,
      `${s3Missing.join(', ')} ${s3Missing.length === 1 ? 'manca' : 'mancano'}: le variabili S3_… vanno date tutte insieme, oppure nessuna.`,
    ],
    [
      isPublic && source.SEED === 'demo',
      'SEED=demo non è ammesso insieme a PUBLIC_ORIGIN: i dati dimostrativi non vanno su un sito pubblico.',
    ],
    ...EMAIL_VARIABLES.map((name): [boolean, string] => [
      isPublic && !source[name],
      `${name} manca: con PUBLIC_ORIGIN il sito scrive a chi si registra, e servono ${EMAIL_VARIABLES.join(', ')}.`,
    ]),
  ]
  return sentences.flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []))
}

/**
 * Reads the configuration; empty variables count as absent. Returns all mistakes, as Italian sentences with the
 * variable.
 */
export function readEnv(source: Source): { settings: Settings } | { mistakes: string[] } {
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(nonEmpty)
  const invalidValues = parsed.success ? [] : parsed.error.issues.map((issue) => issue.message)
  const mistakes = [...new Set([...invalidValues, ...mistakesBetweenVariables(nonEmpty)])]
  if (!parsed.success || mistakes.length > 0) return { mistakes }

  const vars = parsed.data
  const isPublic = vars.PUBLIC_ORIGIN !== undefined && !LOCAL_HOSTS.test(vars.PUBLIC_ORIGIN.hostname)
  return {
    settings: {
      port: vars.PORT,
      host: vars.HOST,
      dataDir: resolve(vars.DATA_DIR),
      databaseUrl: vars.DATABASE_URL,
      publicOrigin: vars.PUBLIC_ORIGIN?.origin ?? `http://localhost:${vars.PORT}`,
      isPublic,
      smtpUrl: vars.SMTP_URL,
      mailFrom: vars.MAIL_FROM,
      officeEmail: vars.OFFICE_EMAIL,
      adminEmail: vars.ADMIN_EMAIL?.toLowerCase(),
      adminPassword: vars.ADMIN_PASSWORD,
      seed: vars.SEED ?? (isPublic ? 'none' : 'demo'),
      undoMinutes: vars.UNDO_MINUTES,
      trustProxy: vars.TRUST_PROXY === '1',
      hstsSubdomains: vars.HSTS_SUBDOMAINS === '1',
      drainSeconds: Number(vars.DRAIN),
      isProduction: vars.NODE_ENV === 'production',
      s3: s3From(vars),
      backupDir: resolve(vars.BACKUP_DIR ?? join(vars.DATA_DIR, 'backups')),
      backupIntervalHours: vars.BACKUP_EVERY ?? (isPublic ? 24 : 0),
      metricsToken: vars.METRICS_TOKEN,
    },
  }
}

/** Returns the five settings of S3; undefined unless all are present. */
function s3From(vars: z.infer<typeof variables>): S3Settings | undefined {
  const [endpoint, bucket, region, accessKeyId, secretAccessKey] = S3_VARIABLES.map((name) => vars[name])
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

function settingsOrExit(): Settings {
  const result = readEnv(process.env)
  if ('settings' in result) return result.settings
  const message = [
    'La configurazione non è valida:',
    ...result.mistakes.map((sentence) => `  - ${sentence}`),
  ].join('\n')
  if (process.env.VITEST) throw new Error(message)
  console.error(message)
  process.exit(1)
}

export const env = settingsOrExit()

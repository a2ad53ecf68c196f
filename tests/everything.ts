import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client, type ClientConfig, type Pool } from 'pg'
import { expect } from 'vitest'
import { COURSE_PHOTO_SIZES, PHOTO_TYPES } from '../app/courses/covers/photo.rules'
import { db } from '../app/database/client.server'
import { embeddedEngine } from '../app/database/embedded.server'
import {
  certificateNumbers,
  certificates,
  courseDocuments,
  legalVersions,
  personalDocuments,
  seatOffers,
  settingGroups,
  userCourses,
} from '../app/database/schema'
import { brochures, documents, personalFiles, photos, sitePhotos } from '../app/documents/stored.server'
import { UNARCHIVED_TABLES } from '../app/operations/backup/tables.server'
import { env } from '../app/runtime/env.server'
import { SITE_PHOTO_SIZES } from '../app/site/photos.rules'
import { bucket, folderDisk } from '../app/storage/files.server'
import { createOnServer } from './database'
import { aPerson, cookieOf } from './people'
import { aCourse, anInterest, decided } from './world'

const BROCHURE = Buffer.from('%PDF-1.7 così è')

/** A site with a signed-in person, files and edge values. */
export async function aWholeSite(): Promise<{ email: string; cookie: string }> {
  const { id, email } = await aPerson('ada')
  const cookie = await cookieOf(email)
  const session = { startDate: '2026-03-29', startTime: '00:00', endTime: '24:00', hours: 0.25 }
  const course = await aCourse(
    {
      title: 'Perché? «Leadership» & più\u2028\t"\\ 🎓 \u{1d11e}',
      description: "riga\nriga\r\n'; drop table courses; -- \\N \\x00 \u0001\u007f\ufeff",
      modalita: '',
      level: null,
      price: 1234567.1,
      moduli: ['', 'NULL', '{}', 'a,b', '"', '\\', 'null', ' spazi '],
      destinatari: [],
      partnerPromotori: [{ name: 'É', logo: '', description: '\\u0000' }],
      pdfFilePath: 'ada/brochure.pdf',
      photoPath: 'aula',
      photoAlt: 'Un’aula',
    },
    [session],
  )
  await brochures.put('ada/brochure.pdf', BROCHURE, { type: 'application/pdf' })
  for (const { width } of COURSE_PHOTO_SIZES)
    for (const [extension, type] of Object.entries(PHOTO_TYPES))
      await photos.put(`aula-${width}.${extension}`, BROCHURE, { type })
  const value = [
    { id: 'team/ada', path: 'ada', alt: 'Ada' },
    { id: 'office/fermo', path: 'fermo', alt: 'La sede' },
  ]
  await db.insert(settingGroups).values({ name: 'photos', value, version: 1, changedBy: id })
  const privacy = { page: 'privacy-policy' as const, number: 2, text: '## Novità\n\n€', savedBy: id }
  await db
    .insert(legalVersions)
    .values({ ...privacy, inForceFrom: '2026-03-29', publishedAt: new Date('2026-03-29T00:59:59.999Z') })
  for (const [path, kind] of [
    ['ada', 'team'],
    ['fermo', 'office'],
  ] as const)
    for (const { width } of SITE_PHOTO_SIZES[kind])
      for (const [extension, type] of Object.entries(PHOTO_TYPES))
        await sitePhotos.put(`${path}-${width}.${extension}`, BROCHURE, { type })
  await documents.put('ada/vuoto.txt', Buffer.alloc(0), { type: 'text/plain' })
  const file = { fileName: 'vuoto.txt', fileType: 'text/plain', fileSize: 0, filePath: 'ada/vuoto.txt' }
  await db.insert(courseDocuments).values({ courseId: course.id, ...file })

  const moved = { ...decided('approved'), endedAt: new Date(), ending: 'transferred' as const }
  const [before, enrolment] = [crypto.randomUUID(), crypto.randomUUID()]
  await db.insert(userCourses).values([
    { id: before, userId: id, courseId: course.id, transferredTo: enrolment, ...moved },
    { id: enrolment, userId: id, courseId: (await aCourse()).id },
  ])
  const waiting = crypto.randomUUID()
  const place = { waitingSince: new Date(), admittedAt: new Date(), priority: 1, moveReason: 'prova' }
  await db.insert(userCourses).values({ id: waiting, userId: id, courseId: (await aCourse()).id, ...place })
  const offer = { courseId: course.id, enrolmentId: waiting, tokenHash: 'x', expiresAt: new Date() }
  await db.insert(seatOffers).values(offer)
  await anInterest(course, { email, notifiedAt: new Date() })
  await personalFiles.put('ada/attestato.pdf', BROCHURE, { type: 'application/pdf' })
  const paper = crypto.randomUUID()
  await db.insert(personalDocuments).values({
    ...{ id: paper, enrolmentId: enrolment, kind: 'attestato' },
    ...{ fileName: 'Attestato.pdf', fileType: 'application/pdf', fileSize: BROCHURE.length },
    filePath: 'ada/attestato.pdf',
  })
  await db.insert(certificateNumbers).values({ year: 2026, last: 2 })
  const facts = { firstName: 'Ådå', lastName: '\u2028"' } as typeof certificates.$inferInsert.facts
  const [replaced, replacing] = [crypto.randomUUID(), crypto.randomUUID()]
  const ended = { endedAt: new Date(), ending: 'replaced' as const }
  await db.insert(certificates).values([
    { id: replaced, year: 2026, seq: 1, enrolmentId: enrolment, code: 'uno', facts, ...ended },
    {
      ...{ id: replacing, year: 2026, seq: 2, enrolmentId: enrolment, code: 'due', facts },
      ...{ documentId: paper, replaces: replaced, replaceReason: 'Nome' },
    },
  ])

  await db.execute(sql`update courses set created_at = '2026-10-25 02:30:00.123456+01', updated_at = 'infinity',
    start_date = '0044-03-15 BC', total_hours = 'NaN', payment_installments = '{NULL,1.10}', duration = 'null'`)
  await db.execute(sql`insert into audit_logs (action, entity_type, entity_id, details, created_at)
    select 'create', 'courses', 'x', details::jsonb, '0001-01-01 00:00:00.000001+00' from (values ('null'), ('[]'),
      ('"null"'), ('{"n":123456789012345678901234567890.10,"e":1E+3,"deep":[null,{"":"\\u001f"}]}')) v(details)`)
  await db.execute(sql`insert into settings values ('large', repeat('è🎓', 700000)), ('', '')`)
  await db.execute(sql`insert into contact_submissions (name, surname, email, phone, message, privacy_version)
    values ('Bea', 'Verdi', 'bea@example.it', '0', 'parole', '2025-05-02')`)
  // More than one batch and one part of the archive.
  await db.execute(
    sql`insert into settings select 'riga ' || n, repeat('parole ', 100) from generate_series(1, 2500) n`,
  )
  return { email, cookie }
}

/** The archived rows by table, as text. */
export async function everyRow(client: Client | Pool): Promise<Record<string, string[]>> {
  const tables = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1`,
    [UNARCHIVED_TABLES],
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query(`select to_jsonb(t)::text as row from ${name} t order by 1`)
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** Of the database under test. */
export async function everyRowHere(): Promise<Record<string, string[]>> {
  return everyRow(db.$client)
}

/** The rows and files of `aWholeSite`, no session, and a continued audit log. */
export async function expectWholeSite({ look, store }: Place, rows: Record<string, string[]>): Promise<void> {
  const ids = (rows.audit_logs ?? []).map((row) => JSON.parse(row).id)
  await look(async (client) => {
    expect(await everyRow(client)).toEqual(rows)
    expect((await client.query('select from sessions')).rowCount).toBe(0)
    const entry = `insert into audit_logs (action, entity_type, entity_id) values ('create', 'x', 'x') returning id::int`
    expect((await client.query(entry)).rows).toEqual([{ id: Math.max(...ids) + 1 }])
  })
  expect(String(await store.course_pdfs.read('ada/brochure.pdf'))).toBe(String(BROCHURE))
  for (const file of ['aula-480.avif', 'aula-960.jpg'])
    expect(String(await store.course_photos.read(file))).toBe(String(BROCHURE))
  for (const file of ['ada-320.avif', 'fermo-960.jpg'])
    expect(String(await store.site_photos.read(file))).toBe(String(BROCHURE))
  expect(await store.course_documents.read('ada/vuoto.txt')).toHaveLength(0)
  expect(String(await store.personal_documents.read('ada/attestato.pdf'))).toBe(String(BROCHURE))
}

type Place = Awaited<ReturnType<typeof anEmptyPlace>>
let places = 0

/** An empty place with its own files and, if `onServer`, its own database. */
export async function anEmptyPlace({ onServer }: { onServer: boolean }) {
  places += 1
  const dataDir = join(env.dataDir, `place-${places}`)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const disk = () => folderDisk(join(dataDir, 'files'))
  const store = {
    course_pdfs: bucket('course_pdfs', disk),
    course_photos: bucket('course_photos', disk),
    site_photos: bucket('site_photos', disk),
    course_documents: bucket('course_documents', disk),
    personal_documents: bucket('personal_documents', disk),
    mail_attachments: bucket('mail_attachments', disk),
  }
  const name = `test_place_${places}_${process.env.VITEST_POOL_ID}`
  const databaseUrl = onServer ? await createOnServer(name) : undefined

  return {
    ...{ dataDir, store, databaseUrl },
    /** For a process. */
    settings: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },

    async isEmpty(): Promise<boolean> {
      if (!databaseUrl) return !existsSync(join(dataDir, 'postgres'))
      return this.look(
        async (client) =>
          (await client.query('select from pg_tables where schemaname = $1', ['public'])).rowCount === 0,
      )
    },

    /** Opens the database alone. */
    async look<T>(work: (client: Client) => Promise<T>): Promise<T> {
      const engine = databaseUrl ? undefined : embeddedEngine(join(dataDir, 'postgres'))
      await engine?.start()
      const connection: ClientConfig = engine?.connection ?? { connectionString: databaseUrl }
      const client = new Client(connection)
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end()
        await engine?.stop()
      }
    },
  }
}

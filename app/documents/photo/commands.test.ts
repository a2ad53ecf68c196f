import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { contentOf, emptyFolder, storedFiles } from '../../../tests/files'
import { aPdf } from '../../../tests/pdfs'
import { aCourse, anAdmin, emptyDatabase } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, courses } from '../../database/schema'
import { photos } from '../stored.server'
import { sweepFiles } from '../sweep.server'
import { describePhoto, publishPhoto, removePhoto } from './commands.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  admin = await anAdmin()
})

const ALT = 'Un’aula con dodici persone'
const RED = { r: 200, g: 40, b: 30 }
/** Red on the left half, blue on the right one. */
function aPicture(width = 1200, height = 900) {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const }
  const left = { create: { ...half, background: RED } }
  const background = { r: 20, g: 40, b: 200 }
  return sharp({ create: { width, height, channels: 3, background } }).composite([
    { input: left, left: 0, top: 0 },
  ])
}
const aPhoto = async (width?: number, height?: number) => aPicture(width, height).jpeg().toBuffer()
const upload = (bytes: Uint8Array, name = 'aula.jpg') => ({ name, bytes })
const rowOf = async (id: string) => {
  const [row] = await db.select().from(courses).where(eq(courses.id, id))
  return { path: row?.photoPath, alt: row?.photoAlt, version: row?.version }
}
const entries = () => db.select().from(auditLogs).orderBy(auditLogs.id)
const ENDINGS = ['-480.avif', '-480.jpg', '-960.avif', '-960.jpg']

async function colourAt(bytes: Buffer, x: number) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const [r = 0, , b = 0] = data.subarray((150 * info.width + x) * info.channels)
  return r > b ? 'red' : 'blue'
}

test('a photograph is stored in its sizes, as AVIF and JPEG, and the log remembers it', async () => {
  const { id, version } = await aCourse({ title: 'Vendite' })
  expect(await publishPhoto(admin, id, upload(await aPhoto()), ` ${ALT}\n`)).toEqual({
    ok: true,
    formerPath: null,
  })
  const { path, alt, version: after } = await rowOf(id)
  expect([alt, after]).toEqual([ALT, version])
  expect(path).toMatch(/^[0-9a-f]{16}$/)
  expect(await storedFiles()).toEqual(ENDINGS.map((ending) => path + ending))
  for (const ending of ENDINGS) {
    const { width, height, format, exif } = await sharp(await contentOf(photos, path + ending)).metadata()
    const size = ending.startsWith('-960') ? [960, 600] : [480, 300]
    expect([width, height, format, exif]).toEqual([
      ...size,
      ending.endsWith('jpg') ? 'jpeg' : 'heif',
      undefined,
    ])
  }
  expect(await entries()).toMatchObject([
    {
      action: 'update',
      entityType: 'courses',
      entityId: id,
      details: {
        old: { photoPath: null, photoAlt: null },
        new: { photoPath: path, photoAlt: ALT },
        title: 'Vendite',
      },
    },
  ])
})

test('a photograph is turned as the camera says, and tells nothing of the camera and the place', async () => {
  const { id } = await aCourse()
  const turned = await aPicture(900, 1200)
    .withExif({ IFD0: { Model: 'Macchina' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '42/1 51/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(turned).metadata()).orientation).toBe(6)
  await publishPhoto(admin, id, upload(turned), ALT)
  const { path } = await rowOf(id)
  const stored = await contentOf(photos, `${path}-480.jpg`)
  expect(stored.includes('Exif')).toBe(false)
  // A quarter turn puts what was on the left at the top.
  expect(await colourAt(stored, 60)).toBe(await colourAt(stored, 420))
})

test('a PNG, a WebP, a picture in the colours of print or in grey, and one of forty megapixels are scaled', async () => {
  const files = [
    await aPicture().png().toBuffer(),
    await aPicture().webp().toBuffer(),
    await aPicture().toColourspace('cmyk').jpeg().toBuffer(),
    await aPicture().greyscale().jpeg().toBuffer(),
    await aPhoto(7300, 5500),
  ]
  expect((await sharp(files[2]).metadata()).space).toBe('cmyk')
  for (const bytes of files) {
    const { id } = await aCourse()
    expect((await publishPhoto(admin, id, upload(bytes), ALT)).ok).toBe(true)
    const stored = await contentOf(photos, `${(await rowOf(id)).path}-960.jpg`)
    expect(await sharp(stored).metadata()).toMatchObject({ width: 960, height: 600, space: 'srgb' })
  }
}, 60_000)

test('what is no photograph to show is refused with its reason, and nothing is stored', async () => {
  const { id } = await aCourse()
  const photo = await aPhoto()
  const noisy = {
    create: {
      width: 1200,
      height: 900,
      channels: 3 as const,
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    },
  }
  const whole = await sharp({ ...noisy, create: { ...noisy.create, background: RED } })
    .jpeg()
    .toBuffer()
  const huge = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: RED } })
    .png()
    .toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" onload="alert(1)"/>'
  for (const [bytes, alt, refusal] of [
    [Buffer.from(svg), ALT, 'not-photo'],
    [Buffer.from(`<?xml version="1.0"?>${svg}`), ALT, 'not-photo'],
    [Buffer.from('MZ\0\0 programma'), ALT, 'not-photo'],
    [await aPicture().gif().toBuffer(), ALT, 'picture'],
    [await aPicture().avif().toBuffer(), ALT, 'picture'],
    [await aPicture().tiff().toBuffer(), ALT, 'picture'],
    [Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]), ALT, 'picture'],
    [readFileSync('tests/upload-files/photo.heic'), ALT, 'picture'],
    [await aPdf(), ALT, 'not-photo'],
    [Buffer.alloc(0), ALT, 'empty'],
    [Buffer.alloc(10 * 1024 * 1024 + 1, photo), ALT, 'too-large'],
    [whole.subarray(0, whole.length / 2), ALT, 'damaged'],
    [photo.subarray(0, 40), ALT, 'damaged'],
    [await aPhoto(900, 700), ALT, 'too-small'],
    [huge, ALT, 'too-many-pixels'],
    [photo, ' \n', 'no-alt'],
    [photo, 'a'.repeat(201), 'long-alt'],
  ] as const)
    expect.soft(await publishPhoto(admin, id, upload(bytes), alt), refusal).toEqual({ ok: false, refusal })
  expect(await storedFiles()).toEqual([])
  expect(await rowOf(id)).toMatchObject({ path: null, alt: null })
  expect(await entries()).toEqual([])
}, 60_000)

test('a course that does not exist, or is deleted, gets no photograph, and no file stays behind', async () => {
  const photo = upload(await aPhoto())
  const deleted = await aCourse({ archivedAt: new Date() })
  for (const id of ['', 'corso', '00000000-0000-4000-8000-000000000000', deleted.id])
    for (const outcome of [
      await publishPhoto(admin, id, photo, ALT),
      await describePhoto(admin, id, ALT),
      await removePhoto(admin, id),
    ])
      expect(outcome).toEqual({ ok: false, refusal: 'unknown-course' })
  expect(await storedFiles()).toEqual([])
})

test('another photograph replaces the first and its files, and the last is removed with them', async () => {
  const { id } = await aCourse()
  expect(await describePhoto(admin, id, ALT)).toEqual({ ok: false, refusal: 'no-file' })
  await publishPhoto(admin, id, upload(await aPhoto()), ALT)
  const first = (await rowOf(id)).path
  await describePhoto(admin, id, 'La stessa aula')
  expect(await rowOf(id)).toMatchObject({ path: first, alt: 'La stessa aula' })
  expect(await publishPhoto(admin, id, upload(await aPhoto()), ALT)).toEqual({ ok: true, formerPath: first })
  const second = (await rowOf(id)).path
  expect(await storedFiles()).toEqual(ENDINGS.map((ending) => second + ending))
  expect(await removePhoto(admin, id)).toEqual({ ok: true, formerPath: second })
  expect(await rowOf(id)).toMatchObject({ path: null, alt: null })
  expect(await storedFiles()).toEqual([])
  expect(await removePhoto(admin, id)).toEqual({ ok: false, refusal: 'no-photo' })
  expect(await entries()).toHaveLength(4)
})

test('a form leaves a photograph that it does not show as it is', async () => {
  const { id } = await aCourse()
  const changed = { ok: false, refusal: 'photo-changed' }
  const changeBy = async (shown: string | null) => [
    await publishPhoto(admin, id, upload(await aPhoto()), 'Un’altra aula', shown),
    await describePhoto(admin, id, 'Un’altra aula', shown),
    await removePhoto(admin, id, shown),
  ]
  await publishPhoto(admin, id, upload(await aPhoto()), 'La prima aula', null)
  const first = (await rowOf(id)).path ?? null
  expect(await changeBy(null), 'the form was opened without a photograph').toEqual([
    changed,
    changed,
    changed,
  ])
  await publishPhoto(admin, id, upload(await aPhoto()), ALT, first)
  const stored = await rowOf(id)
  expect(await changeBy(first), 'a colleague has sent another one').toEqual([changed, changed, changed])
  expect(await rowOf(id)).toEqual(stored)
  expect(await storedFiles()).toEqual(ENDINGS.map((ending) => stored.path + ending))
  expect(await describePhoto(admin, id, 'La stessa aula', stored.path)).toEqual({ ok: true })
  expect(await removePhoto(admin, id, stored.path)).toMatchObject({ ok: true })
  expect(await changeBy(first), 'a colleague has removed it').toEqual([changed, changed, changed])
  expect(await storedFiles()).toEqual([])
})

test('where the change fails, the old photograph stays and the sweep takes the new files', async () => {
  const { id } = await aCourse()
  await publishPhoto(admin, id, upload(await aPhoto()), ALT)
  const before = await storedFiles()
  await db.execute(sql`
    create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
  await db.execute(sql`create trigger refuse_it before update on courses execute function refuse_it()`)
  try {
    const photo = upload(await aPhoto())
    expect(await publishPhoto(admin, id, photo, ALT)).toEqual({ ok: false, refusal: 'path-failed' })
  } finally {
    await db.execute(sql`drop function refuse_it cascade`)
  }
  await sweepFiles(Date.now() + 1000)
  expect(await storedFiles()).toEqual(before)
  expect(await entries()).toHaveLength(1)
})

test('the sweep leaves the sizes of a photograph, and removes those that nothing refers to', async () => {
  const { id } = await aCourse()
  await publishPhoto(admin, id, upload(await aPhoto()), ALT)
  const used = await storedFiles()
  for (const ending of ENDINGS)
    await photos.put(`0123456789abcdef${ending}`, Buffer.from('x'), { type: 'x/y' })
  await pause(20)
  expect(await sweepFiles(Date.now())).toBe(4)
  expect(await storedFiles()).toEqual(used)
})

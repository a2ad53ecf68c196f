import { setTimeout as pause } from 'node:timers/promises'
import { desc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { contentOf, emptyFolder, storedFiles } from '../../tests/files'
import { aCaller, aContext, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { FIRST_SETTINGS } from '../content/first-settings'
import { db } from '../database/client.server'
import { auditLogs } from '../database/schema'
import { sitePhotos } from '../documents/stored.server'
import { sweepFiles } from '../documents/sweep.server'
import { createHttpApp } from '../http/http.server'
import { LARGE_FORMS } from '../large-forms'
import { hasTeamExamples } from '../site/invented'
import { siteSettings } from '../site/settings'
import { teamPage } from '../site/team'
import { changeSettings, restoreSettings } from './commands.server'
import { restoreGroup } from './group-form.server'
import { withItem } from './list.rules'
import {
  describeSitePhoto,
  publishSitePhoto,
  removePersonOrOffice,
  removeSitePhoto,
} from './photo.commands.server'
import { changeSitePhoto } from './photo-dialog.server'
import { loader } from './site-photo.resource'
import { MOST_PEOPLE, readPerson, writePerson } from './team.rules'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  admin = await anAdmin()
})

const ADA = { id: 'ada', name: 'Ada Neri', role: 'Direzione', about: '' }
const ALT = 'Ada Neri davanti a una lavagna'
const PERSON = { kind: 'team', id: 'ada', name: 'Ada Neri' } as const
const OFFICE = { kind: 'office', id: FIRST_SETTINGS.offices[0]?.id ?? '', name: 'Ascoli Piceno' } as const
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 120, b: 90 } } })
const upload = (bytes: Uint8Array) => ({ name: 'foto.jpg', bytes })
const aPhoto = async (width = 1000, height = 800) => upload(await picture(width, height).jpeg().toBuffer())
const photoPath = (id: string) => siteSettings().photos.find((photo) => photo.id === id)?.path
const entries = () =>
  db.select().from(auditLogs).where(eq(auditLogs.entityType, 'site_settings')).orderBy(desc(auditLogs.id))

function get(file: string) {
  const asked = { request: aRequest(`/foto/${file}`), params: { file }, context: aContext() }
  return loader(asked as unknown as Parameters<typeof loader>[0])
}

test('an example that gets another name is a person; whoever lacks a name or role is refused', () => {
  const [first] = FIRST_SETTINGS.team
  if (!first) throw new Error('no team')
  const read = (text: object) =>
    readPerson(
      { ...writePerson(FIRST_SETTINGS.team, first.id), ...text },
      FIRST_SETTINGS.team,
      first.id,
      'altra',
    )
  expect(read({}).value).toEqual(first)
  expect(read({ role: 'Presidenza' }).value.id).toBe(first.id)
  expect(read({ name: 'Ada Neri' }).value.id).not.toMatch(/^esempio/)
  expect(read({ name: ' ', role: '', about: 'a'.repeat(221) }).errors).toEqual({
    name: 'Scrivi il nome e il cognome',
    role: 'Scrivi il ruolo: il sito lo mostra sotto il nome',
    about: 'Al massimo 220 caratteri: ora sono 221',
  })
  expect(read({ name: FIRST_SETTINGS.team[1]?.name }).errors.name).toContain('C’è già')
  const full = Array.from({ length: MOST_PEOPLE }, (_, place) => ({
    ...ADA,
    id: `p${place}`,
    name: `P ${place}`,
  }))
  expect(readPerson(ADA, full, 'altra', 'altra').errors.name).toBe('Le persone sono già 40')
})

test('a public site may show the team once no example is left, and course pages lead to real people', async () => {
  const [first] = FIRST_SETTINGS.team
  const changed = withItem(FIRST_SETTINGS.team, ADA, first?.id)
  await changeSettings(admin, 'team', changed, 0)
  expect([hasTeamExamples(), teamPage('Ada Neri')]).toEqual([true, '/chi-siamo#persona-1'])
  expect(teamPage(first?.name ?? '')).toBeNull()
  await changeSettings(admin, 'team', [ADA], 1)
  expect(hasTeamExamples()).toBe(false)
})

test('the photograph of a person is stored upright in its sizes, read by everybody, and described', async () => {
  await changeSettings(admin, 'team', [ADA], 0)
  expect(await publishSitePhoto(admin, PERSON, await aPhoto(), ` ${ALT} `)).toEqual({ ok: true })
  const path = photoPath('team/ada') ?? ''
  expect(await storedFiles()).toEqual(
    ['-160.avif', '-160.jpg', '-320.avif', '-320.jpg'].map((end) => path + end),
  )
  expect(await sharp(await contentOf(sitePhotos, `${path}-320.jpg`)).metadata()).toMatchObject({
    width: 320,
    height: 400,
  })
  expect((await get(`${path}-160.avif`)).headers.get('Cache-Control')).toBe(
    'public, max-age=31536000, immutable',
  )
  for (const file of [`${path}-480.avif`, `${path}-160.constructor`, '160.avif', `0123456789abcdef-160.avif`])
    expect((await get(file)).status, file).toBe(404)
  expect(await describeSitePhoto(admin, PERSON, ' ')).toEqual({ ok: false, refusal: 'no-alt' })
  expect(await describeSitePhoto(admin, PERSON, 'Ada Neri')).toEqual({ ok: true })
  expect(siteSettings().photos).toEqual([{ id: 'team/ada', path, alt: 'Ada Neri' }])
  expect((await entries())[0]).toMatchObject({
    entityId: 'photos',
    details: { old: { photoAlt: ALT }, new: { photoAlt: 'Ada Neri' }, title: 'Ada Neri' },
  })
})

test('a photograph as cameras make it, of more than a quarter of a megabyte, is accepted', async () => {
  await changeSettings(admin, 'team', [ADA], 0)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: 'white', noise },
  })
    .jpeg()
    .toBuffer()
  expect(photo.length).toBeGreaterThan(256 * 1024)
  const form = new FormData()
  form.set('alt', ALT)
  form.set('file', new File([new Uint8Array(photo)], 'foto.jpg', { type: 'image/jpeg' }))
  const cookie = await cookieOf(admin.email)
  const http = createHttpApp({ render: await wholeSite(), largeForms: LARGE_FORMS })
  const request = aRequest('/admin/impostazioni/squadra/ada/foto', cookie, { method: 'POST', body: form })
  const { status, headers } = await http.fetch(request, aCaller('192.0.2.1'))
  expect([status, headers.get('Location')]).toEqual([302, '/admin/impostazioni/squadra'])
  expect(photoPath('team/ada')).toBeDefined()
})

test('another photograph replaces the first, and none stays behind after a removal', async () => {
  await changeSettings(admin, 'team', [ADA], 0)
  await publishSitePhoto(admin, PERSON, await aPhoto(), ALT)
  await publishSitePhoto(admin, OFFICE, await aPhoto(), 'Un portone')
  const first = photoPath('team/ada')
  await publishSitePhoto(admin, PERSON, await aPhoto(), ALT)
  expect(await storedFiles()).toHaveLength(8)
  expect((await storedFiles()).join()).not.toContain(first)
  expect(await removeSitePhoto(admin, PERSON)).toEqual({ ok: true })
  expect(await removeSitePhoto(admin, PERSON)).toEqual({ ok: false, refusal: 'no-site-photo' })
  expect(await removeSitePhoto(admin, OFFICE)).toEqual({ ok: true })
  expect(await storedFiles()).toEqual([])
  expect(siteSettings().photos).toEqual([])
})

test('a form leaves a photograph that it does not show as it is', async () => {
  await changeSettings(admin, 'team', [ADA], 0)
  const changed = { ok: false, refusal: 'photo-changed' }
  for (const subject of [PERSON, OFFICE]) {
    const pathOf = () => photoPath(`${subject.kind}/${subject.id}`) ?? null
    await publishSitePhoto(admin, subject, await aPhoto(), 'La prima', null)
    const first = pathOf()
    await publishSitePhoto(admin, subject, await aPhoto(), ALT, first)
    const [photos, files] = [siteSettings().photos, await storedFiles()]
    for (const shown of [null, first]) {
      expect(await publishSitePhoto(admin, subject, await aPhoto(), 'Altro', shown)).toEqual(changed)
      expect(await describeSitePhoto(admin, subject, 'Altro', shown)).toEqual(changed)
      expect(await removeSitePhoto(admin, subject, shown)).toEqual(changed)
    }
    expect([siteSettings().photos, await storedFiles()]).toEqual([photos, files])
    expect(await describeSitePhoto(admin, subject, 'Altro', pathOf())).toEqual({ ok: true })
    expect(await removeSitePhoto(admin, subject, pathOf())).toEqual({ ok: true })
  }
})

test('who is removed takes the photograph along, and comes back without it', async () => {
  await changeSettings(admin, 'team', [ADA], 0)
  await publishSitePhoto(admin, PERSON, await aPhoto(), ALT)
  const path = photoPath('team/ada')
  expect(await removePersonOrOffice(admin, 'team', 'ada', 0)).toEqual({ ok: false, refusal: 'stale' })
  expect(await removePersonOrOffice(admin, 'team', 'ada', 1)).toEqual({ ok: true })
  expect(await storedFiles()).toEqual([])
  expect((await get(`${path}-160.avif`)).status).toBe(404)
  await restoreSettings(admin, 'team', 2)
  expect([siteSettings().team, siteSettings().photos]).toEqual([[ADA], []])
})

test('who is removed by a restoration takes the photograph along, and comes back without it', async () => {
  const { offices } = FIRST_SETTINGS
  const fano = { ...offices[0], id: 'fano', city: 'Fano' } as (typeof offices)[number]
  await changeSettings(admin, 'team', [ADA], 0)
  await changeSettings(admin, 'team', [ADA, { ...ADA, id: 'bea', name: 'Bea Verdi' }], 1)
  await changeSettings(admin, 'offices', [...offices, fano], 0)
  await publishSitePhoto(admin, PERSON, await aPhoto(), ALT)
  const filesOfAda = await storedFiles()
  await publishSitePhoto(admin, { kind: 'team', id: 'bea', name: 'Bea Verdi' }, await aPhoto(), 'Bea Verdi')
  await publishSitePhoto(admin, { kind: 'office', id: 'fano', name: 'Fano' }, await aPhoto(), 'Un portone')
  await restoreGroup(admin, 'team', 2, '/')
  await restoreGroup(admin, 'offices', 1, '/')
  expect([siteSettings().team, siteSettings().offices]).toEqual([[ADA], offices])
  expect(siteSettings().photos).toMatchObject([{ id: 'team/ada' }])
  expect(await storedFiles()).toEqual(filesOfAda)
  expect((await entries())[0]).toMatchObject({
    entityId: 'photos',
    details: { old: { photoAlt: 'Un portone' }, new: { photoAlt: null }, title: 'Fano' },
  })
  await restoreGroup(admin, 'team', 3, '/')
  expect([siteSettings().team.length, siteSettings().photos.length]).toEqual([2, 1])
})

test('a photograph of who is removed while it is sent is not stored, and the list says why', async () => {
  await changeSettings(admin, 'team', [ADA], 0)
  const { bytes } = await aPhoto()
  const send = (removal: () => Promise<unknown>) => {
    const form = new FormData()
    form.set('alt', ALT)
    form.set('file', new File([new Uint8Array(bytes)], 'foto.jpg', { type: 'image/jpeg' }))
    const whole = new Response(form)
    const pull = async (stream: ReadableStreamDefaultController) => {
      await removal()
      stream.enqueue(new Uint8Array(await whole.arrayBuffer()))
      stream.close()
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const headers = { 'Content-Type': whole.headers.get('Content-Type') ?? '' }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    return changeSitePhoto(admin, new Request('http://localhost/', init), '/lista', 'team', 'ada')
  }
  expect(await send(async () => {})).toMatchObject({ toast: { title: 'Foto caricata' } })
  expect(await send(() => removePersonOrOffice(admin, 'team', 'ada', 1))).toEqual({
    location: '/lista',
    toast: {
      tone: 'destructive',
      title: 'Errore',
      description: 'Impossibile salvare: nel frattempo qualcun altro ha eliminato questa voce',
    },
  })
  expect(siteSettings().photos).toEqual([])
  expect(await storedFiles()).toEqual([])
})

test('the photograph of who is not in the team is not sent, and the sweep leaves what is referred to', async () => {
  await changeSettings(admin, 'team', [ADA], 0)
  await publishSitePhoto(admin, PERSON, await aPhoto(), ALT)
  const used = await storedFiles()
  await sitePhotos.put('0123456789abcdef-160.avif', Buffer.from('x'), { type: 'x/y' })
  await pause(20)
  expect(await sweepFiles(Date.now())).toBe(1)
  expect(await storedFiles()).toEqual(used)
  await changeSettings(admin, 'team', [], 1)
  expect((await get(used[0] ?? '')).status).toBe(404)
})

test('pictures in the colours of print and of forty megapixels are scaled, what is no photograph is refused', async () => {
  await changeSettings(admin, 'team', [ADA], 0)
  const cmyk = await picture(1000, 800).toColourspace('cmyk').jpeg().toBuffer()
  for (const photo of [upload(cmyk), await aPhoto(7300, 5500)])
    expect(await publishSitePhoto(admin, PERSON, photo, ALT)).toEqual({ ok: true })
  const before = await storedFiles()
  const whole = await picture(1000, 800).png().toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"/>')
  for (const [bytes, alt, refusal] of [
    [svg, ALT, 'not-photo'],
    [whole.subarray(0, whole.length / 2), ALT, 'damaged'],
    [(await aPhoto(300, 500)).bytes, ALT, 'small-portrait'],
    [whole, '', 'no-alt'],
    [whole, 'a'.repeat(201), 'long-alt'],
  ] as const)
    expect(await publishSitePhoto(admin, PERSON, upload(bytes), alt), refusal).toEqual({ ok: false, refusal })
  expect(await publishSitePhoto(admin, OFFICE, await aPhoto(900, 700), ALT)).toEqual({
    ok: false,
    refusal: 'too-small',
  })
  expect(await storedFiles()).toEqual(before)
}, 60_000)

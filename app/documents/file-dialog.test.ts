import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { markupOf } from '../../tests/failing-writes'
import { emptyFolder } from '../../tests/files'
import { aPdf } from '../../tests/pdfs'
import { aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { FIRST_SETTINGS } from '../content/first-settings'
import { db } from '../database/client.server'
import { courses } from '../database/schema'
import { publishSitePhoto } from '../settings/photo.commands.server'
import { siteSettings } from '../site/settings'
import { publishBrochure } from './brochure/commands.server'
import { publishPhoto } from './photo/commands.server'

let admin: Admin
let cookie: string
let site: Awaited<ReturnType<typeof wholeSite>>
beforeEach(async () => {
  emptyFolder()
  await emptyDatabase()
  admin = await anAdmin()
  cookie = await cookieOf(admin.email)
  site = await wholeSite(await import('../entry.server'))
})

const aPhoto = async () => {
  const background = { r: 180, g: 120, b: 90 }
  const picture = sharp({ create: { width: 1000, height: 800, channels: 3, background } })
  return { name: 'aula.jpg', bytes: await picture.jpeg().toBuffer() }
}
const read = async (address: string) => markupOf(await site(aRequest(address, cookie)))
const send = (address: string, fields: Record<string, string | File>, headers = {}) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return site(aRequest(address, cookie, { method: 'POST', body, headers }))
}
const shownFileOf = (page: string) => /name="shownFile" value="([^"]*)"/.exec(page)?.[1]

test('a photo dialog that a colleague has made stale changes nothing, and shows the photograph of now', async () => {
  const { id } = await aCourse()
  const [office] = FIRST_SETTINGS.offices
  const subject = { kind: 'office', id: office?.id ?? '', name: office?.city ?? '' } as const
  const courseNow = async () => {
    const [course] = await db.select().from(courses).where(eq(courses.id, id))
    return { path: course?.photoPath, alt: course?.photoAlt }
  }
  const officeNow = async () => {
    const [photo] = siteSettings().photos
    return { path: photo?.path, alt: photo?.alt }
  }
  for (const [address, publish, photoNow] of [
    [
      `/admin/courses/${id}/documenti/foto`,
      async (alt: string) => publishPhoto(admin, id, await aPhoto(), alt),
      courseNow,
    ],
    [
      `/admin/impostazioni/sedi/${subject.id}/foto`,
      async (alt: string) => publishSitePhoto(admin, subject, await aPhoto(), alt),
      officeNow,
    ],
  ] as const) {
    await publish('La prima aula')
    const shownFile = shownFileOf(await read(address)) ?? ''
    await publish('La seconda aula')
    const second = await photoNow()
    const { bytes } = await aPhoto()
    for (const [fields, description] of [
      [{ alt: 'La prima aula, rinnovata' }, 'La seconda aula'],
      [{ intent: 'remove' }, 'La seconda aula'],
      [{ alt: 'La terza aula', file: new File([new Uint8Array(bytes)], 'c.jpg') }, 'La terza aula'],
    ] as const) {
      const answer = await send(address, { ...fields, shownFile })
      const page = await markupOf(answer)
      expect([answer.status, await photoNow()]).toEqual([409, second])
      expect(page).toContain('la foto è cambiata nel frattempo')
      expect(shownFileOf(page)).toBe(second.path)
      expect(page).toContain(`value="${description}"`)
    }
    const byScript = await send(address, { alt: 'Altro', shownFile }, { Accept: 'application/json' })
    expect(byScript.status).toBe(409)
    expect((await byScript.json()).toast.description).toContain('la foto è cambiata nel frattempo')
    const again = await send(address, { alt: 'La seconda, rinnovata', shownFile: second.path ?? '' })
    expect([again.status, await photoNow()]).toEqual([302, { ...second, alt: 'La seconda, rinnovata' }])
  }
})

test('a brochure dialog that a colleague has made stale changes nothing', async () => {
  const { id } = await aCourse()
  const publish = async () => publishBrochure(admin, id, { name: 'a.pdf', bytes: await aPdf() })
  const address = `/admin/courses/${id}/pdf`
  const shownFile = shownFileOf(await read(address)) ?? ''
  expect(shownFile, 'a form without a brochure').toBe('')
  await publish()
  const file = new File([new Uint8Array(await aPdf())], 'b.pdf')
  for (const fields of [{ intent: 'remove' }, { file }] as Record<string, string | File>[]) {
    const answer = await send(address, { ...fields, shownFile })
    expect(answer.status).toBe(409)
    expect(await markupOf(answer)).toContain('la brochure è cambiata nel frattempo')
  }
  const shownNow = shownFileOf(await read(address)) ?? ''
  expect((await send(address, { intent: 'remove', shownFile: shownNow })).status).toBe(302)
})

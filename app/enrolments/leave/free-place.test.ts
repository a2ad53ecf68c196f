/** What a move says of the price to who has a free place in a course with a price. */
import { beforeEach, expect, test } from 'vitest'
import { aRequest, cookieOf } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { userCourses } from '../../database/schema'

const site = await wholeSite(await import('../../entry.server'))
beforeEach(emptyDatabase)

async function pageFor(email: string, address: string): Promise<string> {
  const response = await site(aRequest(address, await cookieOf(email)))
  return (await response.text()).replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ')
}

async function aPlace(price: { agreedPrice: number; priceReason: string | null }) {
  const [admin, member] = [await anAdmin(), await aMember('ada')]
  const course = await aCourse({ title: 'Uno', price: 480 }, [{ startDate: inDays(20) }])
  await aCourse({ title: 'Uno', seriesId: course.seriesId, price: 480 }, [{ startDate: inDays(40) }])
  const [row] = await db
    .insert(userCourses)
    .values({ userId: member.id, courseId: course.id, ...decided('approved'), ...price })
    .returning()
  return { admin, member, id: row?.id ?? '' }
}
const AGREED = 'Il prezzo concordato non segue'

test('the office and the person read what the other edition costs more', async () => {
  const { admin, member, id } = await aPlace({ agreedPrice: 0, priceReason: 'Docente' })
  const page = await pageFor(admin.email, `/admin/iscrizioni/${id}/sposta`)
  expect(page).toContain('480 € in più')
  expect(page).toContain(AGREED)
  expect(await pageFor(member.email, `/dashboard/iscrizioni/${id}/sposta`)).toContain('480 € in più')
})

test('of a price that nobody has agreed, nothing is said', async () => {
  const { admin, id } = await aPlace({ agreedPrice: 480, priceReason: null })
  expect(await pageFor(admin.email, `/admin/iscrizioni/${id}/sposta`)).not.toContain(AGREED)
})

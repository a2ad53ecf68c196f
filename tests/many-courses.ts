import { COMING_PAGE_SIZE } from '../app/courses/rules'
import { db } from '../app/database/client.server'
import { courses } from '../app/database/schema'
import { aCourse } from './world'

export const AVAILABLE = 40
/** Courses 'futuri 0' and so on: one more than a page has. */
export const COMING = COMING_PAGE_SIZE + 1

export async function manyCourses() {
  const { seriesId } = await aCourse({ slug: 'uno', title: 'Uno solo' }, [{ startDate: '2999-01-01' }])
  await aCourse({ slug: 'uno-2', title: 'Uno solo', draft: true, seriesId })
  const many = (total: number, name: string, comingSoon: boolean) =>
    Array.from({ length: total }, (_, i) => ({ slug: `${name}-${i}`, title: `${name} ${i}`, comingSoon }))
  await db.insert(courses).values([...many(AVAILABLE, 'tanti', false), ...many(COMING, 'futuri', true)])
}

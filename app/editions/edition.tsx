import { Outlet, useParams } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { courseFrom, readCourseOnce } from '../courses/office.queries.server'
import { log } from '../runtime/log.server'
import type { Route } from './+types/edition'
import { editionInFrame } from './edition.queries.server'
import { EditionHeader } from './edition-header'
import { EditionTabs } from './edition-tabs'
import './edition.css'

export const middleware: Route.MiddlewareFunction[] = [readCourseOnce]

/**
 * Loads the head and the tabs of every page of an edition; null if it could not be read or there is no such edition.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    const course = await courseFrom(context, params.course)
    return course ? await editionInFrame(staffFrom(context), course) : null
  } catch (error) {
    log.error({ err: error }, 'The frame of an edition could not be read')
    return null
  }
}

/** The frame around every page of an edition: its head and its tabs. */
export default function EditionFrame({ loaderData }: Route.ComponentProps) {
  const { course } = useParams()
  return (
    <>
      {loaderData && (
        <>
          <EditionHeader edition={loaderData.edition} editions={loaderData.editions} />
          <EditionTabs counts={loaderData.counts} />
        </>
      )}
      {/* Without the key, what was typed about one edition would stay in the fields on the page of the next. */}
      <Outlet key={course} />
    </>
  )
}

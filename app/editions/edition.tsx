import { Outlet } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { log } from '../runtime/log.server'
import type { Route } from './+types/edition'
import { editionInFrame } from './edition.queries.server'
import { EditionHeader } from './edition-header'
import { EditionTabs } from './edition-tabs'
import './edition.css'

/** What stands above every page of an edition; null where it could not be read, or there is no such edition. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await editionInFrame(adminFrom(context), params.course).catch((error) => {
    log.error({ err: error }, 'The frame of an edition could not be read')
    return undefined
  })
  return found ?? null
}

/** The frame of an edition: which one it is, what comes next, and its tabs. */
export default function EditionFrame({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {loaderData && (
        <>
          <EditionHeader edition={loaderData.edition} editions={loaderData.editions} />
          <EditionTabs counts={loaderData.counts} />
        </>
      )}
      <Outlet />
    </>
  )
}

import { type ReactNode, useContext } from 'react'
import { Outlet } from 'react-router'
import { isAdmin } from '../accounts/rules'
import { admitStaff, staffFrom } from '../accounts/session/session.server'
import { SessionRefresh } from '../accounts/session/session-refresh'
import { contactsToHandleCount } from '../contacts/admin/queries.server'
import { undecidedCount } from '../enrolments/review/queries.server'
import { siteHealth } from '../operations/health.queries.server'
import { lateCount } from '../payments/list.queries.server'
import { Problem } from '../public/problem'
import { inventedData } from '../site/invented'
import { isPreparing } from '../site/preparing.server'
import { OwnerContext } from '../ui/forms/form'
import type { Route } from './+types/office'
import { OfficeFrame } from './frame'
import type { FrameFacts } from './places'
import '../ui/sections.css'
import '../ui/small-button.css'
import '../ui/tables/table.css'
import './office.css'
import '../ui/forms/forms.css'

export const middleware: Route.MiddlewareFunction[] = [admitStaff]
/** The pages have a frame of their own instead of that of the site (`root.tsx`). */
export const handle = { frame: true }

/** Loads the facts of the frame. A number or state that cannot be read is null, so that the page still opens. */
export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const [undecidedRequests, lateEnrolments, contactsToHandle, health] = await Promise.all([
    undecidedCount(staff).catch(() => null),
    lateCount(staff).catch(() => null),
    contactsToHandleCount(staff).catch(() => null),
    isAdmin(staff) ? siteHealth().catch(() => null) : null,
  ])
  return {
    isAdmin: isAdmin(staff),
    name: `${staff.firstName} ${staff.lastName}`,
    showsInventedData: !isPreparing() && inventedData().length > 0,
    isPreparing: isPreparing(),
    undecidedRequests,
    lateEnrolments,
    contactsToHandle,
    health,
  }
}

export default function Office({ loaderData }: Route.ComponentProps) {
  return <InFrame facts={loaderData} page={<Outlet />} />
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const problem = <Problem error={error} />
  return loaderData ? <InFrame facts={loaderData} page={problem} /> : problem
}

function InFrame({ facts, page }: { facts: FrameFacts; page: ReactNode }) {
  const owner = useContext(OwnerContext)
  return (
    <>
      <OfficeFrame facts={facts}>{page}</OfficeFrame>
      <SessionRefresh owner={owner} />
    </>
  )
}

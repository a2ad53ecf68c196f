import { href, Link } from 'react-router'
import type { EnrolmentStatus } from '../enrolments/mine/enrolment-status'

/** The status of the reader's enrolment in a course, in brief. */
export type OwnStatus = Pick<EnrolmentStatus, 'label' | 'tone'>

/** Shows the reader's status in a course, as a link to the dashboard. */
export function OwnStatusLink({ status: { label, tone } }: { status: OwnStatus }) {
  return (
    <Link className={`link state state-${tone}`} to={href('/dashboard')}>
      {label}
    </Link>
  )
}

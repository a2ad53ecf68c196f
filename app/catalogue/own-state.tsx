import { href, Link } from 'react-router'
import type { CourseStatus } from '../enrolments/mine/course-status'

export type OwnStatus = Pick<CourseStatus, 'label' | 'tone'>

export function OwnState({ status: { label, tone } }: { status: OwnStatus }) {
  return (
    <Link className={`link state state-${tone}`} to={href('/dashboard')}>
      {label}
    </Link>
  )
}

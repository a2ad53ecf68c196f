import type { CourseStatus } from './course-status'

/** The state of an enrolment for its person. */
export function StatusLabel({ status: { label, tone } }: { status: Pick<CourseStatus, 'label' | 'tone'> }) {
  return <span className={`state state-${tone}`}>{label}</span>
}

import type { CourseStatus } from './course-status'

/** Where an enrolment stands, for its person: the label of `courseStatus`. */
export function StatusLabel({ status: { label, tone } }: { status: Pick<CourseStatus, 'label' | 'tone'> }) {
  return <span className={`state state-${tone}`}>{label}</span>
}

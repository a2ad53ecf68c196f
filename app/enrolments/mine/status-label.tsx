import type { EnrolmentStatus } from './enrolment-status'

/** Where an enrolment stands, for its person: the label of `enrolmentStatus`. */
export function StatusLabel({
  status: { label, tone },
}: {
  status: Pick<EnrolmentStatus, 'label' | 'tone'>
}) {
  return <span className={`state state-${tone}`}>{label}</span>
}

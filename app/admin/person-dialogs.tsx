import { Link } from 'react-router'
import { OverCapacityDialog } from '../enrolments/admin/over-capacity-dialog'
import type { EnrolmentAbout } from '../enrolments/admin/person.queries.server'
import { RejectDialog } from '../enrolments/admin/reject-dialog'
import { isRosterStep, stepLabel } from '../enrolments/admin/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { Dialog } from '../ui/dialog'
import { Form } from '../ui/form'
import { Submit } from '../ui/submit'
import { placeOf } from './person-enrolments'
import type { Asked } from './person-steps.server'

type Person = { firstName: string; lastName: string }

/** The question over the page of a person, if one is open. `page`: its address. */
export function PersonDialogs({
  person,
  enrolments,
  page,
  toReject,
  asked,
  problem,
}: {
  person: Person
  enrolments: EnrolmentAbout[]
  page: string
  toReject: string | null
  asked: Asked | undefined
  problem: string | undefined
}) {
  const wanted = asked?.enrolment ?? toReject
  const enrolment = enrolments.find(({ id }) => id === wanted)
  if (!enrolment) return null
  const request = { id: enrolment.id, person, course: enrolment.course }
  const back = `${page}#${placeOf(enrolment.id)}`
  if (asked?.kind === 'full')
    return <OverCapacityDialog request={request} page={page} at={{ action: page, back }} />
  if (asked && isRosterStep(asked.step))
    return <EarlyDialog {...{ person, enrolment, page, back }} step={asked.step} />
  if (enrolment.status !== 'pending') return null
  const action = `${page}?rifiuta=${enrolment.id}`
  return <RejectDialog request={request} page={page} problem={problem} at={{ action, back }} />
}

/** Asks before a step that precedes the first session. */
function EarlyDialog({
  person,
  enrolment: { id, course },
  step,
  page,
  back,
}: {
  person: Person
  enrolment: EnrolmentAbout
  step: Parameters<typeof stepLabel>[0]
  page: string
  back: string
}) {
  return (
    <Dialog title={`Segnare come «${stepLabel(step)}»?`} closeTo={back}>
      <Form method="post" action={page} className="form" preventScrollReset>
        <p>
          {person.firstName} {person.lastName}, {course.title}: il corso non è ancora iniziato
          {course.startDate &&
            ` (prima sessione ${withArticle('il', formatDate(course.startDate, 'd MMMM yyyy'))})`}
          .
        </p>
        <input type="hidden" name="intent" value={step} />
        <input type="hidden" name="early" value="1" />
        <div className="actions">
          <Submit className="button button-main button-dense" name="enrolment" value={id} busy="Salvo...">
            Segna «{stepLabel(step)}»
          </Submit>
          <Link className="button" to={back} preventScrollReset>
            Chiudi
          </Link>
        </div>
      </Form>
    </Dialog>
  )
}

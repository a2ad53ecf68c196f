import { href } from 'react-router'
import { Form, Submit } from '../../ui/forms/form'
import { usePreloadedModule } from '../../ui/forms/offline-form'

/** The button that asks for an enrolment, the same for every reader; the server asks a visitor to sign in first. */
export function EnrolForm({
  course,
  className,
  label = 'Iscriviti ora',
}: {
  course: { slug: string; title: string }
  className: string
  label?: string
}) {
  usePreloadedModule('enrolments/request/ask.resource')
  return (
    <Form method="post" action={href('/corsi/:slug/iscrizione', { slug: course.slug })}>
      <Submit
        className={className}
        name="corso"
        value={course.slug}
        busy="Invio in corso..."
        aria-label={`${label}: ${course.title}`}
      >
        {label}
      </Submit>
    </Form>
  )
}

/** The small print near each button that asks for an enrolment: the request obliges nobody to pay. */
export function NoObligation() {
  return <p className="small-print no-obligation">La richiesta non comporta alcun obbligo di pagamento.</p>
}

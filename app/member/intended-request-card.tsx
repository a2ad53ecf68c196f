import { href } from 'react-router'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { Form, Submit } from '../ui/forms/form'
import { usePreloadedModule } from '../ui/forms/offline-form'

type Course = { slug: string; title: string; location: string | null; startDate: string | null }

/**
 * The course for which the person pressed 'Iscriviti ora' before the sign-in, on top of the dashboard, with a button
 * that sends the request.
 */
export function IntendedRequestCard({ course: { slug, title, location, startDate } }: { course: Course }) {
  usePreloadedModule('enrolments/request/ask.resource')
  const from = startDate && withArticle('dal', formatDate(startDate, 'd MMMM yyyy'))
  return (
    <section className="to-send" aria-labelledby="da-inviare">
      <div>
        <h2 id="da-inviare">Hai una richiesta da inviare</h2>
        <p>{[title, location, from].filter(Boolean).join(', ')}</p>
        <p className="quiet">La richiesta non comporta alcun obbligo di pagamento.</p>
      </div>
      <div className="actions">
        <Form method="post" action={href('/corsi/:slug/iscrizione', { slug })}>
          <Submit
            className="button button-main button-large"
            name="corso"
            value={slug}
            busy="Invio in corso..."
          >
            Invia la richiesta
          </Submit>
        </Form>
        <Form method="post" action={href('/dashboard')}>
          <button className="button button-quiet" type="submit" name="intent" value="forget">
            Non ora
          </button>
        </Form>
      </div>
    </section>
  )
}

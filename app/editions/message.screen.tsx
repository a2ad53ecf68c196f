import { randomUUID } from 'node:crypto'
import { data, href, Link } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { undoPeriodInWords } from '../enrolments/office.rules'
import { ENROLMENT_STATES, type EnrolmentState, stateLabel } from '../enrolments/rules'
import { undoOf } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { ErrorSummary } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { useKeptText } from '../ui/forms/kept-text'
import { QuestionActions, QuestionPage } from '../ui/overlays/question-page'
import type { Route } from './+types/message.screen'
import { EditionPeople } from './edition-people'
import { messageEdition } from './message.commands.server'
import { recipientsOf } from './message.queries.server'
import { editionToDecide } from './queries.server'
import { type EditionRefusal, explainEdition, MESSAGE_LIMITS } from './rules'
import './message.css'

const TITLE = 'Scrivi ai partecipanti'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const { course, people, minutes } = await editionToDecide(admin, params.course)
  return { course, people, minutes, key: randomUUID() }
}

const FIELD_OF: Partial<Record<EditionRefusal, 'subject' | 'text' | 'to'>> = {
  'no-subject': 'subject',
  'no-text': 'text',
  'long-text': 'text',
  nobody: 'to',
  'too-many': 'to',
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const form = await readForm(request)
  const chosen = form.getAll('to').map(String)
  const typed = {
    to: ENROLMENT_STATES.filter((state) => chosen.includes(state)),
    subject: String(form.get('subject') ?? ''),
    text: String(form.get('text') ?? ''),
  }
  const { course } = await editionToDecide(admin, params.course)
  return withErrorToast('Impossibile inviare il messaggio', async () => {
    if (form.get('intent') === 'preview') {
      const people = await recipientsOf(admin, course.id, typed.to)
      return data({ typed, errors: {}, preview: people.length })
    }
    const key = String(form.get('key') ?? '')
    const decided = await messageEdition(admin, course.id, { ...typed, key })
    const back = href('/admin/courses/:course/messaggi', { course: course.id })
    if (!decided.ok) {
      const sentence = explainEdition(decided.refusal)
      if (decided.refusal === 'sent-twice')
        return redirectWith(`${back}?inviato=${key}#inviato`, { tone: 'neutral', title: sentence })
      const field = FIELD_OF[decided.refusal]
      const errors: Record<string, string> = field ? { [field]: sentence } : {}
      return data({ typed, errors, problem: sentence }, { status: field ? 400 : 409 })
    }
    return redirectWith(`${back}?inviato=${decided.decision}#inviato`, {
      tone: 'success',
      title: 'Messaggio in partenza',
      description: `${typed.subject}: ${formatCount(decided.notified, 'email', 'email')}`,
      ...undoOf(decided.decision, back),
    })
  })
}

export default function MessageScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, people, minutes, key } = loaderData
  const messagesPage = href('/admin/courses/:course/messaggi', { course: course.id })
  const isEmpty = Object.values(people).every((count) => count === 0)
  const result = actionData && 'typed' in actionData ? actionData : undefined
  const keptText = useKeptText(result)
  const preview = result && 'preview' in result ? result.preview : undefined
  const problem = result && 'problem' in result ? result.problem : undefined
  const errors: Record<string, string | undefined> = result?.errors ?? {}
  const to = result?.typed.to ?? (['approved', 'in_progress'] satisfies EnrolmentState[])
  return (
    <QuestionPage
      title={TITLE}
      back={messagesPage}
      about={<EditionPeople people={people} />}
      result={preview === undefined ? actionData : undefined}
    >
      {isEmpty ? (
        <>
          <p>{explainEdition('nobody')}.</p>
          <QuestionActions back={messagesPage} busy="" />
        </>
      ) : (
        <Form
          method="post"
          action={href('/admin/courses/:course/messaggi/nuovo', { course: course.id })}
          className="form"
          {...keptText}
        >
          <ErrorSummary result={result} errors={errors} problem={problem} />
          <input type="hidden" name="key" value={key} />
          <fieldset
            className="field"
            id="to"
            tabIndex={-1}
            aria-describedby={errors.to ? 'to-error' : undefined}
          >
            <legend>A chi</legend>
            {ENROLMENT_STATES.filter((state) => people[state] > 0).map((state) => (
              <label key={state} className="check">
                <input type="checkbox" name="to" value={state} defaultChecked={to.includes(state)} />
                <span>
                  {`${stateLabel(state)} `}
                  <span className="quiet num">{people[state]}</span>
                </span>
              </label>
            ))}
            {errors.to && (
              <p className="error" id="to-error">
                {errors.to}
              </p>
            )}
          </fieldset>
          <Field
            label="Oggetto"
            name="subject"
            maxLength={MESSAGE_LIMITS.subject}
            hint="Il titolo e la data del corso seguono da soli."
            defaultValue={result?.typed.subject}
            error={errors.subject}
          />
          <TextArea
            label="Messaggio"
            name="text"
            rows={8}
            maxLength={MESSAGE_LIMITS.text}
            hint="Comincia con «Ciao» e il nome, da solo. Una riga vuota comincia un nuovo paragrafo."
            defaultValue={result?.typed.text}
            error={errors.text}
          />
          {preview !== undefined && result && (
            <section className="message-preview" aria-labelledby="anteprima">
              <h3 id="anteprima">Anteprima, per {formatCount(preview, 'persona', 'persone')}</h3>
              <p>
                <b>{result.typed.subject || '(senza oggetto)'}</b>
              </p>
              <p className="message-text">{`Ciao …,\n\n${result.typed.text}`}</p>
            </section>
          )}
          <p className="quiet">
            Le email partono{undoPeriodInWords(minutes) || ' subito'}. Chi risponde scrive alla segreteria.
          </p>
          <div className="actions">
            <Submit className="button button-main" name="intent" value="send" busy="Invio in corso...">
              Invia il messaggio
            </Submit>
            <Submit className="button" name="intent" value="preview" busy="Un momento...">
              Anteprima
            </Submit>
            <Link className="button button-quiet" to={messagesPage}>
              Torna indietro
            </Link>
          </div>
        </Form>
      )}
    </QuestionPage>
  )
}

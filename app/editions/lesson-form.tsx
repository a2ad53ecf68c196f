import { Link } from 'react-router'
import { withArticle } from '../italian/articles'
import { ErrorSummary } from '../ui/forms/error-summary'
import { CheckField, Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { changedField, useRemainingErrors } from '../ui/forms/remaining-errors'
import {
  LESSON_LIMITS,
  type LessonDetails,
  type LessonErrors,
  type LessonText,
  writeLesson,
} from './lessons.rules'

/**
 * The answer to a form that was not saved. `text`: as typed; `before`: the stored lesson that the form knows, with
 * which the next attempt is compared.
 */
export type LessonResult = {
  text: LessonText
  before: LessonText
  notify: boolean
  errors?: LessonErrors
  problem?: string
}

/**
 * The form of a lesson in its row. `day`: of the lesson, in words; `back`: the page with the form closed;
 * `participants`: how many people can be notified of another place or link; null if the form does not offer it.
 */
export function LessonForm({
  course: { location, lessonsUrl },
  lesson,
  day,
  back,
  participants,
  result,
}: {
  course: { location: string | null; lessonsUrl: string | null }
  lesson: LessonDetails & { number: number }
  day: string
  back: string
  participants: number | null
  result: LessonResult | undefined
}) {
  const stored = writeLesson(lesson)
  const { text, before, notify } = result ?? { text: stored, before: stored, notify: true }
  const [errors, clear] = useRemainingErrors(result, result?.errors ?? {})
  return (
    <Form
      method="post"
      action={`?lezione=${lesson.number}`}
      className="form"
      noValidate
      preventScrollReset
      aria-label={`Lezione ${withArticle('del', day)}`}
      onChange={(event) => clear(changedField(event))}
    >
      {result && <ErrorSummary result={result} errors={errors} problem={result.problem} />}
      <input type="hidden" name="topicBefore" value={before.topic} />
      <input type="hidden" name="placeBefore" value={before.place} />
      <input type="hidden" name="linkBefore" value={before.link} />
      {participants !== null && <input type="hidden" name="participants" value={participants} />}
      <Field
        label="Argomento"
        name="topic"
        optional
        maxLength={LESSON_LIMITS.topic}
        defaultValue={text.topic}
        error={errors.topic}
      />
      <Field
        label="Luogo"
        name="place"
        optional
        maxLength={LESSON_LIMITS.place}
        defaultValue={text.place}
        error={errors.place}
        hint={location ? `Solo se non è quello del corso: ${location}.` : undefined}
      />
      <Field
        label="Link"
        name="link"
        optional
        inputMode="url"
        maxLength={LESSON_LIMITS.link}
        defaultValue={text.link}
        error={errors.link}
        hint={
          lessonsUrl
            ? `Lo vede solo chi è iscritto. Vuoto: ${lessonsUrl}`
            : 'Lo vede solo chi è iscritto: comincia con https://'
        }
      />
      <div className="actions">
        <Submit className="button button-small" busy="Salvataggio...">
          Salva
        </Submit>
        <Link className="button button-small button-quiet" to={back} preventScrollReset>
          Chiudi
        </Link>
        {participants !== null && participants > 0 && (
          <CheckField name="notify" defaultChecked={notify}>
            {`Avvisa gli iscritti (${participants}) `}
            <small>Con un’email, se cambiano luogo o link.</small>
          </CheckField>
        )}
      </div>
    </Form>
  )
}

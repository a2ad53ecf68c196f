import type { ReactNode } from 'react'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { ConflictNotice } from './conflict-notice'
import { CONFIRM_WARNINGS, CourseForm, type FormResult } from './course-form'
import type { FormContent } from './draft'

type Facts = {
  isNew: boolean
  /** What the form shows at first. */
  start: FormContent
  /** The answer to a sent form, or the errors with which the form opens. Its content is shown instead of `start`. */
  result: FormResult | undefined
  /** Whether `result` answers a sent form. */
  isAnswer?: boolean
  /** The stored path of the brochure; null without one. */
  brochurePath: string | null
  /** What stands above the form. */
  notice?: ReactNode
  /** How many people can be notified of changes. */
  participants?: number
  /** Fields that only some forms have, below the others. */
  moreFields?: ReactNode
}

/** The page of the form: 'Nuovo Corso' or 'Modifica Corso'. */
export function CourseFormPage({
  isNew,
  start,
  result,
  isAnswer = result !== undefined,
  brochurePath,
  notice,
  participants,
  moreFields,
}: Facts) {
  const title = isNew ? 'Nuovo Corso' : 'Modifica Corso'
  const content = result ?? start
  const failure = result?.errors
    ? { title: 'Errore di validazione', description: 'Controlla i campi evidenziati in rosso' }
    : result?.warnings
      ? { title: 'Non ancora salvato', description: CONFIRM_WARNINGS }
      : result?.problem && { title: 'Errore', description: result.problem }
  return (
    <section className="admin-section" aria-labelledby="modulo">
      {failure && <Toasts toasts={[{ tone: 'destructive', ...failure }]} />}
      <PageHead title={isNew ? title : `${title}: ${start.text.title}`} noindex error={Boolean(failure)} />
      {isNew ? (
        <div className="admin-head">
          <h2 id="modulo">{title}</h2>
        </div>
      ) : (
        <h3 id="modulo" className="visually-hidden">
          {title}
        </h3>
      )}
      {notice}
      {result?.conflict && <ConflictNotice conflict={result.conflict} />}
      <CourseForm
        key={`${isNew ? 'new' : content.id} ${content.version} ${result?.conflict ? 'merged' : ''}`}
        isNew={isNew}
        start={content}
        stored={start.text}
        result={result}
        isAnswer={isAnswer}
        brochurePath={brochurePath}
        participants={participants}
        moreFields={moreFields}
      />
    </section>
  )
}

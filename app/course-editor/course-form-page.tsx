import type { ComponentProps, ReactNode } from 'react'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { ConflictNotice } from './conflict-notice'
import { CONFIRM_WARNINGS, CourseForm } from './course-form'

/**
 * The page of the form: 'Nuovo Corso' or 'Modifica Corso'. `start`: what the form shows at first; `result`: the answer
 * to a sent form, or the errors with which the form opens: its content is shown instead of `start`; `notice`: what
 * stands above the form; `form`: further properties of `CourseForm`.
 */
export function CourseFormPage({
  start,
  result,
  notice,
  ...form
}: Omit<ComponentProps<typeof CourseForm>, 'stored'> & { notice?: ReactNode }) {
  const { isNew } = form
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
        {...form}
        start={content}
        stored={start.text}
        result={result}
      />
    </section>
  )
}

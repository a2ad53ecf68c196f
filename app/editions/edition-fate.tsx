import { href, Link } from 'react-router'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { capitalize } from '../italian/words'
import { Form, Submit } from '../ui/forms/form'
import type { Reminders } from './terms.rules'
import { JOINING } from './terms.rules'

type Fate = {
  draft: boolean
  confirmedAt: Date | null
  cancelledAt: Date | null
  cancelReason: string | null
  /** What the office is asked to decide. */
  proposal: string | null
}

/** Whether the edition takes place, and what the office may decide about it. */
export function EditionFate({
  course,
  fate: { draft, confirmedAt, cancelledAt, cancelReason, proposal },
}: {
  course: string
  fate: Fate
}) {
  const day = (at: Date) => formatDate(at, 'd MMMM yyyy')
  if (draft) return null
  if (cancelledAt)
    return (
      <div className="notice">
        <p>
          <b>Edizione annullata {withArticle('il', day(cancelledAt))}.</b> {cancelReason}
        </p>
        <p>
          <Link to={href('/admin/courses/:course/iscritti', { course })}>Chi era iscritto</Link>
        </p>
      </div>
    )
  return (
    <div className="edition-fate">
      {confirmedAt && (
        <p>
          <span className="state state-published">Edizione confermata</span>{' '}
          {withArticle('il', day(confirmedAt))}
        </p>
      )}
      {proposal && (
        <p className="notice">
          <b>{proposal}</b>
        </p>
      )}
      <div className="actions">
        <Link className="button" to={href('/admin/courses/:course/iscritti', { course })}>
          Iscritti
        </Link>
        <Link className="button" to={href('/admin/courses/:course/messaggio', { course })}>
          Scrivi ai partecipanti
        </Link>
        {!confirmedAt && (
          <Link className="button" to={href('/admin/courses/:course/conferma', { course })}>
            Conferma l’edizione
          </Link>
        )}
        <Link className="button" to={href('/admin/courses/:course/rinvia', { course })}>
          Rinvia l’edizione
        </Link>
        <Link className="button" to={href('/admin/courses/:course/annulla-edizione', { course })}>
          Annulla l’edizione
        </Link>
      </div>
    </div>
  )
}

export function RemindersForm({ reminders: { joiningEmail, thanksEmail } }: { reminders: Reminders }) {
  return (
    <Form method="post" className="fields" key={`${joiningEmail} ${thanksEmail}`}>
      <h3>Che cosa parte da solo</h3>
      <div className="form">
        <label className="check">
          <input type="checkbox" name="joiningEmail" defaultChecked={joiningEmail} />
          <span>{capitalize(JOINING.words)} prima: quando, dove, che cosa serve</span>
        </label>
        <label className="check">
          <input type="checkbox" name="thanksEmail" defaultChecked={thanksEmail} />
          <span>Il giorno dopo la fine: un ringraziamento</span>
        </label>
        <div className="actions">
          <Submit className="button" name="intent" value="reminders" busy="Salvataggio...">
            Aggiorna
          </Submit>
        </div>
      </div>
    </Form>
  )
}

import { href, Link } from 'react-router'
import { isToActivate, NO_COMPANY, ROLE_LABELS } from '../accounts/rules'
import type { IssuedCertificate } from '../certificates/queries.server'
import { attendedOfPlanned, CERTIFICATE_ENDING_LABELS, certificatePage } from '../certificates/rules'
import { personalDocumentAddress } from '../documents/personal/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { ErrorSummary } from '../ui/forms/error-summary'
import { TextArea } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { Icon } from '../ui/icon'
import { MailLink } from '../ui/mail-link'
import { peopleAddress } from './people-list.rules'
import type { PersonFacts } from './person.queries.server'
import { PERSON_NOTE_MAX } from './person.rules'

/** The data of the account, with links to the forms that change them. */
export function PersonData({ person }: { person: PersonFacts }) {
  const { id, email, emailVerified, invitedAt, offeredEmail, company, role } = person
  return (
    <section className="who-block" aria-labelledby="dati">
      <h2 id="dati">Dati</h2>
      <dl className="pairs">
        <div>
          <dt>Email</dt>
          <dd>
            <MailLink address={email} />
            <small className={emailVerified ? undefined : 'who-late'}>
              {emailVerified ? 'confermata' : isToActivate(person) ? 'Da attivare' : 'da confermare'}
            </small>
            {isToActivate(person) && invitedAt && (
              <small>invito {withArticle('del', formatDate(invitedAt, 'd MMMM yyyy, HH:mm'))}</small>
            )}
            {offeredEmail && <small>In attesa di conferma: {offeredEmail}</small>}
          </dd>
        </div>
        <div>
          <dt>Azienda</dt>
          <dd>{company ? <Link to={peopleAddress({ q: company })}>{company}</Link> : NO_COMPANY}</dd>
        </div>
        {role !== 'member' && (
          <div>
            <dt>Ruolo</dt>
            <dd>{ROLE_LABELS[role]}</dd>
          </div>
        )}
      </dl>
      <div className="actions">
        <Link className="link" to={href('/admin/people/:person/dati', { person: id })} preventScrollReset>
          <Icon name="edit" /> Correggi i dati
        </Link>
        <Link className="link" to={href('/admin/people/:person/fatturazione', { person: id })}>
          Dati di fatturazione
        </Link>
      </div>
    </section>
  )
}

/**
 * A note that was not saved: what is wrong with it, and what was typed. `before`: the stored note that the next attempt
 * replaces; undefined for the one that the page shows.
 */
export type NoteResult = { errors: { note?: string }; note: string; before?: string | undefined }

/** The form of the note for colleagues. `page`: the address of the page of the person; `result`: of a refused note. */
export function PersonNote({
  person: { note, notedAt, notedBy },
  page,
  result,
}: {
  person: PersonFacts
  page: string
  result: NoteResult | undefined
}) {
  const error = result?.errors.note
  return (
    <Form
      method="post"
      action={page}
      className="form who-block"
      aria-label="Nota per i colleghi"
      preventScrollReset
      key={notedAt?.getTime() ?? 0}
    >
      <ErrorSummary result={result} errors={result?.errors} />
      <TextArea
        label="Nota per i colleghi"
        name="note"
        rows={3}
        maxLength={PERSON_NOTE_MAX}
        defaultValue={result?.note ?? note ?? ''}
        error={error}
        hint={
          <>
            {error && `La nota salvata: ${note ?? 'nessuna'}. `}
            {notedAt && `Di ${notedBy ?? 'un collega'}, ${formatDate(notedAt, 'd MMM yyyy')}. `}
            La vede solo la segreteria; entra nella copia dei dati, se la persona la chiede.
          </>
        }
      />
      <input type="hidden" name="before" value={result?.before ?? note ?? ''} />
      <div className="actions">
        <Submit name="intent" value="note" busy="Salvataggio...">
          Salva la nota
        </Submit>
      </div>
    </Form>
  )
}

/** The attestati of a person, valid or not. While the issuing can be taken back, nobody can verify one. */
export function PersonCertificates({ certificates }: { certificates: IssuedCertificate[] }) {
  if (certificates.length === 0) return null
  return (
    <section aria-labelledby="attestati">
      <div className="who-section">
        <h2 id="attestati">Attestati</h2>
      </div>
      <ul className="who-certificates">
        {certificates.map(({ id, courseId, documentId, ending, code, facts, isUndoable }) => (
          <li key={id}>
            <div>
              <Link
                className="person-name"
                to={href('/admin/courses/:course/attestati', { course: courseId })}
              >
                {facts.course.title}
              </Link>
              <small className="num">
                n. {facts.number}
                {facts.attendance && `, ${attendedOfPlanned(facts.attendance)}`}
                {ending && ` · ${CERTIFICATE_ENDING_LABELS[ending]}`}
              </small>
            </div>
            <p>
              {documentId && (
                <a href={personalDocumentAddress(documentId)}>
                  Apri<span className="visually-hidden"> l’attestato: {facts.course.title}</span>
                </a>
              )}
              {!isUndoable && (
                <Link to={certificatePage(code)}>
                  Verifica<span className="visually-hidden"> l’attestato: {facts.course.title}</span>
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Document = { id: string; courseId: string; fileName: string; course: string }

/**
 * The documents of the person's courses. `most`: how many are shown, with a link to the list if there are more.
 */
export function PersonDocuments({ documents, most }: { documents: Document[]; most: number }) {
  if (documents.length === 0) return null
  return (
    <section className="who-block" aria-labelledby="documenti">
      <h2 id="documenti">Documenti dei suoi corsi</h2>
      <ul className="who-files">
        {documents.slice(0, most).map(({ id, courseId, fileName, course }) => (
          <li key={id}>
            <Link
              to={`${href('/admin/documents/:document', { document: id })}?${new URLSearchParams({ corso: courseId })}`}
            >
              {fileName}
            </Link>
            <small className="quiet">{course}</small>
          </li>
        ))}
      </ul>
      {documents.length > most && (
        <Link className="link" to={href('/admin/documents')}>
          Tutti i documenti
        </Link>
      )}
    </section>
  )
}

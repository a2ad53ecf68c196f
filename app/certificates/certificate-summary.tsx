import { formatDate } from '../italian/dates'
import type { IssuedCertificate } from './queries.server'

/** Names the attestato that a form is about. */
export function CertificateSummary({ certificate: { facts } }: { certificate: IssuedCertificate }) {
  return (
    <dl className="facts">
      <div>
        <dt>Attestato</dt>
        <dd>
          <b className="num">n. {facts.number}</b>, {formatDate(facts.issuedOn, 'd MMMM yyyy')}
        </dd>
      </div>
      <div>
        <dt>Persona</dt>
        <dd>
          {facts.firstName} {facts.lastName}
        </dd>
      </div>
      <div>
        <dt>Corso</dt>
        <dd>{facts.course.title}</dd>
      </div>
    </dl>
  )
}

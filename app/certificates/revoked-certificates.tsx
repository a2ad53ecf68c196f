import { formatDate } from '../italian/dates'
import type { RevokedCertificate } from './queries.server'
import { certificatePage, formatCertificateNumber } from './rules'

/** Shows a person their revoked attestati, each with the reason. */
export function RevokedCertificates({ certificates }: { certificates: RevokedCertificate[] }) {
  return certificates.map(({ id, code, endedAt, endReason, ...number }) => (
    <p key={id}>
      <a className="num" href={certificatePage(code)}>
        Attestato n. {formatCertificateNumber(number)}
      </a>
      : revocato, {formatDate(endedAt, 'd MMMM yyyy')}. {endReason}
    </p>
  ))
}

import { formatDate } from '../italian/dates'
import type { EndedCertificate } from './queries.server'
import { certificatePage, formatCertificateNumber } from './rules'

/** The attestati that were revoked, with the reason, to their person. */
export function EndedCertificates({ certificates }: { certificates: EndedCertificate[] }) {
  return certificates.map(({ id, code, endedAt, endReason, ...number }) => (
    <p key={id}>
      <a className="num" href={certificatePage(code)}>
        Attestato n. {formatCertificateNumber(number)}
      </a>
      : revocato, {formatDate(endedAt, 'd MMMM yyyy')}. {endReason}
    </p>
  ))
}

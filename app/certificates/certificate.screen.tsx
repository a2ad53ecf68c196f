import { data, href, Link } from 'react-router'
import { refuseBeyondLimit } from '../accounts/guard.server'
import { explainAccountRefusal, refusalInit } from '../accounts/refusals.rules'
import { visitorFrom } from '../accounts/session/session.server'
import { VERIFICATION_LIMIT } from '../http/rate-limits.rules'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/certificate.screen'
import { CertificateAnswer } from './certificate-answer'
import { certificateByCode } from './queries.server'
import '../ui/narrow.css'

export const handle = { scriptless: true }

/** The public page that the QR code of an attestato opens. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const headers = { 'Cache-Control': 'no-store' }
  const limited = await refuseBeyondLimit(`verify ${visitorFrom(context).address}`, VERIFICATION_LIMIT)
  if (limited) {
    const { status, headers: retry } = refusalInit(limited)
    return data({ problem: explainAccountRefusal(limited) }, { status, headers: { ...headers, ...retry } })
  }
  const certificate = await certificateByCode(params.code)
  return data({ certificate }, { status: certificate ? 200 : 404, headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function CertificateScreen({ loaderData }: Route.ComponentProps) {
  const isLimited = 'problem' in loaderData
  return (
    <div className="page narrow">
      <PageHead title="Verifica di un attestato" noindex error={isLimited} />
      {isLimited ? (
        <>
          <h1>Troppe verifiche</h1>
          <p>{loaderData.problem}</p>
        </>
      ) : (
        <CertificateAnswer
          certificate={loaderData.certificate}
          headline="h1"
          ifUnknown="Verificalo con il numero e il cognome. Se non risulta, mandaci una foto del foglio:"
        />
      )}
      <p>
        <Link className="link" to={href('/verifica')}>
          Verifica un altro attestato
        </Link>
      </p>
    </div>
  )
}

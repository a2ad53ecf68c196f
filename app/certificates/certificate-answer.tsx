import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatPeriod } from '../italian/periods'
import { telLink } from '../italian/phones'
import { capitalize } from '../italian/words'
import { siteSettings } from '../site/settings'
import { MailLink } from '../ui/mail-link'
import type { PublicCertificate } from './queries.server'
import { attendedOfPlanned, certificatePage, formatCertificateNumber } from './rules'
import '../ui/sections.css'
import './certificate-answer.css'

/**
 * Says whether an attestato is valid, revoked, replaced, taken back before it was delivered, or unknown. `certificate`:
 * undefined if none was found. Only a valid one shows the name of its person. `ifUnknown`: what to do about an unknown
 * one, before the addresses of the office.
 */
export function CertificateAnswer({
  certificate,
  headline: Headline,
  ifUnknown,
}: {
  certificate: PublicCertificate | undefined
  headline: 'h1' | 'h2'
  ifUnknown: string
}) {
  if (!certificate)
    return (
      <Answer look="none" word="Questo codice non è di un nostro attestato">
        <Headline>Non lo conosciamo.</Headline>
        <p className="answer-note">
          {ifUnknown} <OfficeLinks />
        </p>
      </Answer>
    )
  const { facts, ending, endedAt, endReason, newer } = certificate
  const { course, attendance, place, period, number, issuedOn } = facts
  if (ending) {
    const { word, headline } = {
      revoked: {
        word: `Revocato ${withArticle('il', formatDate(endedAt, 'd MMMM yyyy'))}`,
        headline: 'Era nostro: non vale più.',
      },
      void: { word: 'Non consegnato', headline: 'Non è mai stato consegnato.' },
      replaced: {
        word: `Sostituito dal n. ${newer && formatCertificateNumber(newer)}`,
        headline: 'C’è una copia più recente.',
      },
    }[ending]
    return (
      <Answer look={newer ? 'old' : 'bad'} word={word}>
        <Headline>{headline}</Headline>
        <Facts
          rows={[
            ['Corso', course.title],
            ['Numero', number],
            ['Perché', newer ? newer.reason : endReason],
          ]}
        />
        <p className="answer-note">
          {newer ? (
            <Link to={certificatePage(newer.code)}>
              Vedi l’attestato n. <span className="num">{formatCertificateNumber(newer)}</span>
            </Link>
          ) : (
            <>
              Per chiarimenti: <OfficeLinks />
            </>
          )}
        </p>
      </Answer>
    )
  }
  const where = [
    place ?? (facts.mode && capitalize(facts.mode)),
    period && formatPeriod(period.first, period.last),
  ]
  return (
    <Answer look="good" word="Attestato valido">
      <Headline>È nostro, e vale.</Headline>
      <Facts
        rows={[
          ['Rilasciato a', `${facts.firstName} ${facts.lastName}`],
          ['Corso', course.title],
          ['Frequenza', attendance && attendedOfPlanned(attendance)],
          ['Dove, quando', where.filter(Boolean).join(', ')],
          ['Numero, data', `${number}, ${formatDate(issuedOn, 'd MMMM yyyy')}`],
          ['Sostituisce', facts.replaces && `n. ${facts.replaces}`],
        ]}
      />
      <p className="answer-note">Non scade.</p>
    </Answer>
  )
}

function Answer({
  look,
  word,
  children,
}: {
  look: 'good' | 'bad' | 'old' | 'none'
  word: string
  children: ReactNode
}) {
  return (
    <section className={`answer answer-${look}`}>
      <p className="answer-word num">{word}</p>
      {children}
    </section>
  )
}

function Facts({ rows }: { rows: [label: string, value: string | null][] }) {
  return (
    <dl className="pairs">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function OfficeLinks() {
  const { email, phone } = siteSettings().company
  return (
    <>
      <MailLink address={email} />,{' '}
      <a className="num" href={telLink(phone)}>
        {phone}
      </a>
      .
    </>
  )
}

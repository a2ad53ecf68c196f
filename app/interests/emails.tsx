import type { ReactNode } from 'react'
import { courseRows, type EmailEdition, editionSummary } from '../enrolments/emails'
import { ActionButton, CopyLink, EmailLayout, FactRows, P, TextLink } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { siteSettings } from '../site/settings'
import { CONFIRMATION_DAYS, INTEREST_MONTHS } from './rules'

function interestEmail(
  course: EmailEdition,
  address: string,
  {
    kind,
    title,
    preview,
    toMany = false,
    children,
  }: { kind: string; title: string; preview: string; toMany?: boolean; children: ReactNode },
): Email {
  return {
    kind,
    toMany,
    to: { name: '', address },
    subject: `${title}: ${editionSummary(course)}`,
    content: (
      <EmailLayout
        title={title}
        preview={preview}
        reason={`Ricevi questa email perché questo indirizzo è stato scritto sul sito di ${siteSettings().company.name}, per un avviso su un corso.`}
      >
        {children}
      </EmailLayout>
    ),
  }
}

/**
 * Facts of an e-mail. `when`: the words of `noticeCondition`; `url`: of the page that confirms or deletes the interest.
 */
type InterestFacts = { course: EmailEdition; when: string; url: string }

/** Asks to confirm an address, which may be somebody else’s: the e-mail contains nothing that the visitor has typed. */
export function interestToConfirm(address: string, { course, when, url }: InterestFacts): Email {
  return interestEmail(course, address, {
    kind: 'confirm-interest',
    title: letterSubject('confirm-interest'),
    preview: 'Poi ti scriviamo una volta sola.',
    children: (
      <>
        <OpeningParagraph letter="confirm-interest" words={{ quando: when }} />
        <FactRows rows={courseRows(course)} />
        <ActionButton href={url}>Conferma l’indirizzo</ActionButton>
        <P quiet>
          Il pulsante vale {CONFIRMATION_DAYS} giorni. Non l’hai chiesto tu? Ignora questa email: senza
          conferma cancelliamo l’indirizzo.
        </P>
        <CopyLink href={url} />
      </>
    ),
  })
}

/** Answers a request of an address that is confirmed already, instead of `interestToConfirm`. */
export function interestAlreadyConfirmed(address: string, { course, when, url }: InterestFacts): Email {
  return interestEmail(course, address, {
    kind: 'interest-already-confirmed',
    title: letterSubject('interest-already-confirmed'),
    preview: 'Il tuo indirizzo è già confermato: non serve altro.',
    children: (
      <>
        <OpeningParagraph letter="interest-already-confirmed" words={{ quando: when }} />
        <FactRows rows={courseRows(course)} />
        <P>
          Non ti interessa più? Apri <TextLink href={url}>la pagina del tuo avviso</TextLink> e cancellalo.
        </P>
      </>
    ),
  })
}

/**
 * Says that a course can be asked for and has free seats. The e-mail has no address, so that the caller renders it once
 * and adds the address of each person. `url`: of the course.
 */
export function requestsOpened(course: EmailEdition, url: string): Email {
  return interestEmail(course, '', {
    kind: 'requests-open',
    title: letterSubject('requests-open'),
    preview: 'Il corso che aspettavi ha posti liberi.',
    toMany: true,
    children: (
      <>
        <OpeningParagraph letter="requests-open" />
        <FactRows rows={courseRows(course)} />
        <ActionButton href={url}>Vai al corso</ActionButton>
        <P>Non ti abbiamo riservato un posto: se vuoi venire, chiedilo presto.</P>
        <P quiet>
          È l’unico avviso: per questo corso non ti scriviamo più. Il tuo indirizzo si cancella da solo{' '}
          {INTEREST_MONTHS} mesi dopo la tua richiesta.
        </P>
      </>
    ),
  })
}

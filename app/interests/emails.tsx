import type { ReactNode } from 'react'
import type { LetterKey } from '../content/settings.rules'
import { courseRows, type EmailEdition, editionSummary } from '../enrolments/emails'
import { ActionButton, CopyLink, EmailLayout, FactRows, P, TextLink } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { siteSettings } from '../site/settings'
import { CONFIRMATION_DAYS, INTEREST_MONTHS } from './rules'

/**
 * An e-mail about an interest in a course: the opening of the letter, the facts of the course, then `children`. `when`:
 * the words of `noticeCondition`, where the opening names it.
 */
function interestEmail(
  letter: LetterKey,
  course: EmailEdition,
  address: string,
  {
    preview,
    when = '',
    toMany = false,
    children,
  }: { preview: string; when?: string; toMany?: boolean; children: ReactNode },
): Email {
  const title = letterSubject(letter)
  return {
    kind: letter,
    toMany,
    to: { name: '', address },
    subject: `${title}: ${editionSummary(course)}`,
    content: (
      <EmailLayout
        title={title}
        preview={preview}
        reason={`Ricevi questa email perché questo indirizzo è stato scritto sul sito di ${siteSettings().company.name}, per un avviso su un corso.`}
      >
        <OpeningParagraph letter={letter} words={{ quando: when }} />
        <FactRows rows={courseRows(course)} />
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
  return interestEmail('confirm-interest', course, address, {
    preview: 'Poi ti scriviamo una volta sola.',
    when,
    children: (
      <>
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
  return interestEmail('interest-already-confirmed', course, address, {
    preview: 'Il tuo indirizzo è già confermato: non serve altro.',
    when,
    children: (
      <P>
        Non ti interessa più? Apri <TextLink href={url}>la pagina del tuo avviso</TextLink> e cancellalo.
      </P>
    ),
  })
}

/**
 * Says that a course can be asked for and has free seats. The e-mail has no address, so that the caller renders it once
 * and adds the address of each person. `url`: of the course.
 */
export function requestsOpened(course: EmailEdition, url: string): Email {
  return interestEmail('requests-open', course, '', {
    preview: 'Il corso che aspettavi ha posti liberi.',
    toMany: true,
    children: (
      <>
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

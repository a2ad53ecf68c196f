import { href } from 'react-router'
import { freeSeatsPage } from '../courses/pages.rules'
import { formatDeadline } from '../italian/times'
import { ActionButton, FactRows, P, TextLink } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { siteSettings } from '../site/settings'
import { courseRows, type EnrolmentFacts, emailToPerson, priceRows } from './emails'
import { offerPage } from './pages.rules'
import { HOW_SEATS_ARE_OFFERED } from './waiting-list.rules'

/** To the person, when the office has admitted their request to the waiting list, or put them there without one. */
export function admittedToList(facts: EnrolmentFacts): Email {
  const { course, origin } = facts
  return emailToPerson(facts, 'admitted-to-list', letterSubject('admitted-to-list'), {
    preview: 'Se si libera un posto ti scriviamo.',
    children: (
      <>
        <OpeningParagraph letter="admitted-to-list" />
        <P>{HOW_SEATS_ARE_OFFERED} Fino ad allora non devi fare niente.</P>
        <FactRows rows={courseRows(course)} />
        <ActionButton href={`${origin}${href('/dashboard')}`}>Vedi il tuo posto in lista</ActionButton>
      </>
    ),
  })
}

/** To the person, when a seat is offered to them. */
export function seatOffered(
  facts: EnrolmentFacts,
  { token, expiresAt }: { token: string; expiresAt: Date },
): Email {
  const { course, origin } = facts
  return emailToPerson(facts, 'seat-offered', letterSubject('seat-offered'), {
    preview: `È tuo se lo accetti entro ${formatDeadline(expiresAt)}.`,
    children: (
      <>
        <OpeningParagraph letter="seat-offered" words={{ scadenza: <b>{formatDeadline(expiresAt)}</b> }} />
        <FactRows rows={[...courseRows(course), ...priceRows(course)]} />
        <ActionButton href={origin + offerPage(token)}>Accetta o rinuncia</ActionButton>
        <P quiet>
          Il pulsante apre una pagina: lì scegli tu. Per qualsiasi domanda telefona al{' '}
          {siteSettings().company.phone}.
        </P>
      </>
    ),
  })
}

/** To the person, when the time of an offer has passed. */
export function offerExpired(facts: EnrolmentFacts, enrolmentId: string): Email {
  const { course, origin } = facts
  return emailToPerson(facts, 'offer-expired', letterSubject('offer-expired'), {
    preview: 'Il posto non è più riservato a te.',
    children: (
      <>
        <OpeningParagraph letter="offer-expired" />
        <FactRows rows={courseRows(course)} />
        <ActionButton
          href={`${origin}${href('/dashboard/iscrizioni/:enrolment', { enrolment: enrolmentId })}`}
        >
          Rientra in lista
        </ActionButton>
        <P>
          Oppure guarda le altre date tra i{' '}
          <TextLink href={origin + freeSeatsPage()}>corsi con posti liberi</TextLink>.
        </P>
      </>
    ),
  })
}

/**
 * To the person, when the edition no longer lets them accept a seat that was offered to them. `acceptsRequests`:
 * whether the edition does, so that the place on the list is of use.
 */
export function offerWithdrawn(facts: EnrolmentFacts, acceptsRequests: boolean): Email {
  const { course, origin } = facts
  const letter = acceptsRequests ? 'offer-withdrawn' : 'offer-withdrawn-closed'
  return emailToPerson(facts, 'offer-withdrawn', letterSubject(letter), {
    preview: acceptsRequests
      ? 'La tua richiesta resta, con il tuo posto in lista.'
      : 'Questa edizione non prende più iscrizioni.',
    children: (
      <>
        <OpeningParagraph letter={letter} />
        <FactRows rows={courseRows(course)} />
        {acceptsRequests ? (
          <ActionButton href={`${origin}${href('/dashboard')}`}>Vedi il tuo posto in lista</ActionButton>
        ) : (
          <ActionButton href={`${origin}${href('/corsi')}`}>Guarda i corsi</ActionButton>
        )}
      </>
    ),
  })
}

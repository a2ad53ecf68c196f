import { href } from 'react-router'
import { freeSeatsPage } from '../courses/pages.rules'
import { formatDeadline } from '../italian/times'
import { ActionButton, FactRows, P, TextLink } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { siteSettings } from '../site/settings'
import { courseRows, type EnrolmentFacts, priceRows, toThePerson } from './emails'
import { offerPage } from './pages.rules'
import { HOW_SEATS_ARE_OFFERED } from './waiting-list.rules'

/** To the person, when the office has admitted their request to the waiting list. */
export function admittedToList(facts: EnrolmentFacts): Email {
  const { course, origin } = facts
  return toThePerson(facts, 'admitted-to-list', 'Sei in lista d’attesa', {
    preview: 'Se si libera un posto ti scriviamo.',
    children: (
      <>
        <P>la segreteria ti ha messo in lista d’attesa. Nella tua area personale vedi a che punto sei.</P>
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
  return toThePerson(facts, 'seat-offered', 'Si è liberato un posto', {
    preview: `È tuo se lo accetti entro ${formatDeadline(expiresAt)}.`,
    children: (
      <>
        <P>
          c’è un posto per te. È tuo se lo accetti entro <b>{formatDeadline(expiresAt)}</b>. Dopo non è più
          riservato a te.
        </P>
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
  return toThePerson(facts, 'offer-expired', 'Il tempo per accettare è passato', {
    preview: 'Il posto non è più riservato a te.',
    children: (
      <>
        <P>
          il tempo per accettare il posto è passato, e il posto non è più riservato a te. La tua richiesta
          resta: se ti interessa ancora puoi rientrare in lista, in fondo.
        </P>
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

/** To the person, when a seat that was offered to them is no longer there. */
export function offerWithdrawn(facts: EnrolmentFacts): Email {
  const { course, origin } = facts
  return toThePerson(facts, 'offer-withdrawn', 'Il posto non è più riservato a te', {
    preview: 'La tua richiesta resta, con il tuo posto in lista.',
    children: (
      <>
        <P>
          il posto che ti avevamo offerto non è più riservato a te. La tua richiesta resta, con il tuo posto
          in lista: nella tua area personale vedi a che punto sei.
        </P>
        <FactRows rows={courseRows(course)} />
        <ActionButton href={`${origin}${href('/dashboard')}`}>Vedi il tuo posto in lista</ActionButton>
      </>
    ),
  })
}

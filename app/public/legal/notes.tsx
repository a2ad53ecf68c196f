import { href } from 'react-router'
import type { LegalSection } from '../../content/legal'
import { REFUND_TERMS, WITHDRAWAL_DAYS } from '../../enrolments/leave/terms.rules'
import { siteSettings } from '../../site/settings'
import { OfficeMail } from './office-mail'

/** Anchor in security.txt. */
export const SECURITY = 'sicurezza'

export const notesSections = (): LegalSection[] => [
  {
    id: 'chi',
    heading: 'Chi pubblica il sito',
    text: (
      <>
        <p>
          {siteSettings().company.name} è un’attività di {siteSettings().company.legalName}, con sede legale
          in {siteSettings().company.registeredOffice}. P. IVA e codice fiscale {siteSettings().company.vat},
          REA {siteSettings().company.rea}.
        </p>
        <p>
          Email <OfficeMail />, PEC {siteSettings().company.pec}, telefono{' '}
          <span className="num">{siteSettings().company.phone}</span>.
        </p>
      </>
    ),
  },
  {
    id: 'richiesta',
    heading: 'La richiesta di iscrizione',
    text: (
      <>
        <p>
          Con «Iscriviti ora» chiedi un posto. La richiesta non comporta alcun obbligo di pagamento: la
          segreteria la valuta, ti risponde per email e finché è in attesa puoi ritirarla dalla{' '}
          <a href={href('/dashboard')}>Dashboard</a>.
        </p>
        <p>
          Il sito non incassa pagamenti e non conclude contratti. Il contratto nasce dopo, con la conferma e
          le condizioni che la segreteria ti invia. Programmi, date e prezzi nelle pagine dei corsi possono
          cambiare prima della conferma; vale ciò che la conferma riporta.
        </p>
      </>
    ),
  },
  {
    id: 'recesso',
    heading: 'Recesso e rimborsi',
    text: (
      <>
        <p>
          Se sei un consumatore e concludi il contratto a distanza o fuori dai nostri locali, puoi recedere
          entro {WITHDRAWAL_DAYS} giorni dalla sua conclusione senza dare spiegazioni e senza costi (artt. 52
          e seguenti del Codice del consumo): basta una dichiarazione esplicita a <OfficeMail /> o a{' '}
          {siteSettings().company.pec}. Se hai chiesto che il corso cominci prima, paghi soltanto la parte già
          svolta. Ti rimborsiamo entro 14 giorni, con lo stesso mezzo che hai usato per pagare.
        </p>
        <p>Oltre a questo diritto, e per tutti: {REFUND_TERMS}.</p>
      </>
    ),
  },
  {
    id: 'account',
    heading: 'Il tuo account',
    text: (
      <p>
        L’account è personale. Custodisci la password e avvisaci se qualcun altro la conosce. Puoi eliminarlo
        quando vuoi dalla Dashboard. Possiamo sospendere chi usa il sito per danneggiarlo o per danneggiare
        altri.
      </p>
    ),
  },
  {
    id: 'contenuti',
    heading: 'I contenuti',
    text: (
      <>
        <p>
          Testi, disegni, brochure e documenti sono nostri o di chi ce li ha affidati. Puoi leggerli,
          scaricarli e stamparli per uso personale; i documenti riservati agli iscritti non si diffondono. Per
          ogni altro uso chiedi a <OfficeMail />.
        </p>
        <p>
          Curiamo l’esattezza di ciò che pubblichiamo e correggiamo gli errori che ci segnali. I siti esterni
          a cui rimandiamo hanno regole proprie, di cui non rispondiamo.
        </p>
      </>
    ),
  },
  {
    id: SECURITY,
    heading: 'Sicurezza: se trovi un difetto',
    text: (
      <p>
        Se scopri un difetto che mette a rischio i dati o il sito, scrivi a <OfficeMail />: ti rispondiamo
        entro cinque giorni lavorativi e ti diciamo che cosa faremo e quando. Provalo soltanto con account
        tuoi, senza leggere o cambiare dati di altri e senza rallentare il sito, e lasciaci il tempo di
        correggerlo prima di parlarne in pubblico. Chi segnala così, in buona fede, ha il nostro grazie e
        nulla da temere da noi.
      </p>
    ),
  },
  {
    id: 'reclami',
    heading: 'Reclami e legge applicabile',
    text: (
      <p>
        Scrivi a <OfficeMail />: cerchiamo prima di tutto un accordo. Il consumatore può rivolgersi a un
        organismo di risoluzione alternativa delle controversie (artt. 141 e seguenti del Codice del consumo).
        Si applica la legge italiana; per il consumatore è competente il giudice del luogo in cui risiede o ha
        eletto domicilio (art. 66-bis).
      </p>
    ),
  },
  {
    id: 'dati',
    heading: 'Dati, cookie, accessibilità',
    text: (
      <p>
        Ne parlano la <a href={href('/privacy-policy')}>Privacy Policy</a>, la{' '}
        <a href={href('/cookie-policy')}>Cookie Policy</a> e la{' '}
        <a href={href('/accessibilita')}>Dichiarazione di accessibilità</a>.
      </p>
    ),
  },
]

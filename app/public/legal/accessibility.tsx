import type { LegalSection } from '../../content/legal'
import { siteSettings } from '../../site/settings'
import { OfficeMail } from './office-mail'

export const accessibilitySections = (): LegalSection[] => [
  {
    id: 'impegno',
    heading: 'Il nostro impegno',
    text: (
      <p>
        {siteSettings().company.legalName} vuole che chiunque possa scegliere un corso, iscriversi e seguirlo
        su questo sito: con lo schermo o con la voce, con il mouse o con la tastiera, con il telefono o con
        caratteri ingranditi. Questa dichiarazione riguarda il sito di {siteSettings().company.name} e i suoi
        servizi, area personale compresa.
      </p>
    ),
  },
  {
    id: 'conformita',
    heading: 'Stato di conformità',
    text: (
      <p>
        Le pagine sono costruite secondo le WCAG 2.2, livello AA, e i requisiti per il web della norma UNI CEI
        EN 301 549. Il sito è <b>parzialmente conforme</b>, per i soli limiti elencati qui sotto.
      </p>
    ),
  },
  {
    id: 'limiti',
    heading: 'Limiti noti',
    text: (
      <ul>
        <li>
          Brochure e documenti PDF possono non avere la struttura che serve ai lettori di schermo. Ciò che
          decide la scelta di un corso sta anche nella sua pagina; per il resto chiedici il contenuto in
          un’altra forma.
        </li>
        <li>
          La mappa in «Contatti», se la apri, è di un altro fornitore. Gli indirizzi delle sedi stanno
          accanto, come testo.
        </li>
      </ul>
    ),
  },
  {
    id: 'verifica',
    heading: 'Come lo abbiamo verificato',
    text: (
      <>
        <p>Con un’autovalutazione, ripetuta a ogni nuova versione:</p>
        <ul>
          <li>
            controlli automatici (axe, validazione dell’HTML) su ogni pagina pubblica, sull’area personale e
            sul pannello della segreteria, a 320, 768 e 1280 pixel, anche con errori, finestre e messaggi
            aperti;
          </li>
          <li>percorsi completi con la sola tastiera, e senza JavaScript;</li>
          <li>controllo a vista di contrasto, ingrandimento, stampa e movimento ridotto.</li>
        </ul>
        <p>Non abbiamo ancora svolto prove con persone con disabilità: se vuoi aiutarci, scrivici.</p>
      </>
    ),
  },
  {
    id: 'segnalazioni',
    heading: 'Segnalaci un ostacolo',
    text: (
      <p>
        Scrivi a <OfficeMail /> o chiama il numero <span className="num">{siteSettings().company.phone}</span>
        : indica la pagina e che cosa non riesci a fare. Rispondiamo entro 30 giorni e nel frattempo ti diamo
        l’informazione in un’altra forma.
      </p>
    ),
  },
  {
    id: 'tutela',
    heading: 'Se la risposta non ti basta',
    text: (
      <p>
        Siamo un’impresa privata: questa dichiarazione è volontaria e non segue la procedura riservata alle
        pubbliche amministrazioni. Sull’accessibilità dei servizi offerti ai consumatori vigila l’
        <a href="https://www.agid.gov.it/">Agenzia per l’Italia Digitale (AgID)</a>, a cui puoi rivolgerti nei
        casi previsti dal decreto legislativo 82/2022; resta ferma la tutela davanti al giudice.
      </p>
    ),
  },
]

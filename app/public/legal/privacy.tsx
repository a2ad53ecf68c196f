import { secondsInDay } from 'date-fns/constants'
import { href } from 'react-router'
import { SESSION_DAYS } from '../../accounts/rules'
import { ERASED_VALUE } from '../../audit/codes.rules'
import { COOKIES } from '../../content/cookies'
import type { LegalSection } from '../../content/legal'
import { RETENTION } from '../../privacy/retention.rules'
import { mapProvider } from '../../site/map-provider'
import { siteSettings } from '../../site/settings'
import { OfficeMail } from './office-mail'

const days = (seconds: number) => seconds / secondsInDay

/** True for the program: a change of what is stored, sent or kept changes it too. */
export const privacySections = (): LegalSection[] => [
  {
    id: 'titolare',
    heading: 'Chi tratta i tuoi dati',
    text: (
      <>
        <p>
          Titolare del trattamento è {siteSettings().company.legalName},{' '}
          {siteSettings().company.registeredOffice}, P. IVA {siteSettings().company.vat}, REA{' '}
          {siteSettings().company.rea}. Per ogni domanda sui tuoi dati scrivi a <OfficeMail /> o, via PEC, a{' '}
          {siteSettings().company.pec}.
        </p>
        <p>
          Questa informativa (art. 13 del Regolamento UE 2016/679, «GDPR») riguarda il sito. I pagamenti non
          passano dal sito; contratti e attestati soltanto se la segreteria te ne mette una copia nell’area
          personale.
        </p>
      </>
    ),
  },
  {
    id: 'trattamenti',
    heading: 'Quali dati, perché e per quanto tempo',
    table: {
      caption: 'I trattamenti, uno per riga',
      columns: ['Quando', 'Quali dati', 'Perché e su quale base', 'Per quanto tempo'],
      rows: [
        [
          'Leggi il sito',
          'L’indirizzo IP, per il tempo di risponderti. Nei registri tecnici restano data, pagina, esito e durata, senza indirizzo IP e senza nomi.',
          'Mostrarti le pagine e scoprire i guasti: legittimo interesse (art. 6.1.f).',
          'L’indirizzo IP non è conservato; i registri non ti identificano.',
        ],
        [
          'Invii un modulo o provi ad accedere',
          'Un’impronta non leggibile dell’indirizzo IP o dell’email, con il numero dei tentativi.',
          'Fermare gli abusi: legittimo interesse (art. 6.1.f).',
          'Due ore al massimo.',
        ],
        [
          'Ti registri',
          'Nome, cognome, email; se li scrivi, telefono e azienda. Della password soltanto un’impronta da cui non si può ricavare.',
          'Darti un account e gestirlo: contratto (art. 6.1.b).',
          `Finché tieni l’account. Se non confermi l’indirizzo, ${RETENTION.unconfirmedDays} giorni.`,
        ],
        [
          'Ti inseriamo noi, su richiesta tua o di chi ti iscrive',
          'Nome, cognome, email; se ce li date, telefono e azienda. Ti scriviamo subito, con il link per scegliere la password.',
          'Seguire le tue iscrizioni: contratto (art. 6.1.b), o legittimo interesse (art. 6.1.f) se ti iscrive altri.',
          `Finché tieni l’account. Se non scegli la password e non hai iscrizioni, ${RETENTION.unconfirmedDays} giorni.`,
        ],
        [
          'Accedi',
          'Inizio, ultimo rinnovo e scadenza di ogni accesso; il tipo di dispositivo («Chrome su Windows») e la rete, cioè l’indirizzo IP senza l’ultima parte.',
          'Mantenere il tuo accesso: contratto (art. 6.1.b).',
          `Fino all’uscita, o ${days(COOKIES.session.seconds)} giorni dopo l’ultimo rinnovo, e comunque ${SESSION_DAYS.member} giorni dopo l’inizio (${SESSION_DAYS.admin} per chi lavora nel pannello).`,
        ],
        [
          'Tu, o altri, provate ad accedere al tuo account',
          'Data ed esito del tentativo, tipo di dispositivo e rete, come sopra. Dei tentativi con indirizzi email sconosciuti non resta nulla.',
          'Permetterti di accorgerti di un accesso non tuo: legittimo interesse (art. 6.1.f).',
          `${RETENTION.signInDays} giorni.`,
        ],
        [
          'Attivi la verifica in due passaggi',
          'La chiave condivisa con la tua app, cifrata, e un’impronta non leggibile di ogni codice di recupero.',
          'Proteggere il tuo account: contratto (art. 6.1.b).',
          'Finché non la disattivi o elimini l’account.',
        ],
        [
          'Invii un modulo quando la tua sessione è finita, anche se intanto è entrato un altro account',
          'Ciò che avevi scritto, senza password e file.',
          'Restituirtelo dopo l’accesso: contratto (art. 6.1.b).',
          'Non lo conserviamo: resta, cifrato, nella pagina del tuo browser finché non accedi o la chiudi.',
        ],
        [
          'Chiedi di iscriverti a un corso',
          'Il corso, lo stato della richiesta, il posto in lista d’attesa e i posti offerti, le date e chi l’ha approvata.',
          'Valutarla e organizzare il corso: misure precontrattuali e contratto (art. 6.1.b).',
          'Finché tieni l’account. Dei corsi già cominciati resta poi un’iscrizione senza nome, per il conto dei partecipanti.',
        ],
        [
          'La segreteria ti dà un documento',
          'Il file (un attestato, un contratto, una lettera), il suo nome, chi te l’ha dato e quando.',
          'Consegnartelo dove solo tu e la segreteria lo leggete: contratto (art. 6.1.b).',
          `${RETENTION.personalDocumentYears} anni; meno, se prima la segreteria lo toglie o elimini l’account.`,
        ],
        [
          'Usi il calendario personale',
          'Un indirizzo segreto con cui il tuo programma legge le date dei tuoi corsi.',
          'Offrirti il servizio che hai attivato: contratto (art. 6.1.b).',
          'Finché non lo sostituisci o elimini l’account.',
        ],
        [
          'Ci scrivi dal modulo dei contatti',
          'Nome, cognome, email, telefono, corso di interesse; se li scrivi, azienda e messaggio; le note e le risposte della segreteria.',
          'Risponderti: misure precontrattuali (art. 6.1.b).',
          `${RETENTION.messageMonths} mesi da quando la richiesta è evasa o, se non lo è, da quando arriva.`,
        ],
        [
          'Chiedi un avviso su un corso',
          'Il tuo indirizzo email, il corso, quando l’hai chiesto, confermato e ricevuto.',
          'Scriverti una volta sola, quando puoi chiedere l’iscrizione: consenso, dato con la conferma (art. 6.1.a). Lo revochi dal link che hai ricevuto.',
          `${RETENTION.interestMonths} mesi dalla richiesta; se non confermi l’indirizzo, ${RETENTION.unconfirmedInterestDays} giorni.`,
        ],
        [
          'La segreteria annota qualcosa per seguirti',
          'La nota, chi l’ha scritta e quando.',
          'Rispondere alle tue richieste senza fartele ripetere: legittimo interesse (art. 6.1.f).',
          'Finché non viene tolta o elimini l’account.',
        ],
        [
          'Cambi indirizzo email',
          'L’indirizzo di prima.',
          'Ritrovare ciò che ti riguarda, se ne chiedi la copia o la cancellazione: obbligo di legge (art. 6.1.c).',
          'Finché tieni l’account.',
        ],
        [
          'Ricevi un’email dal sito',
          'Nome, indirizzo, testo ed esito dell’invio.',
          'Informarti sul tuo account e sulle tue richieste: contratto (art. 6.1.b).',
          `${RETENTION.emailDays} giorni.`,
        ],
        [
          'La segreteria scrive agli iscritti di un tuo corso',
          'Che il messaggio era anche per te.',
          'Sapere che cosa ti è stato detto: contratto (art. 6.1.b).',
          'Finché tieni l’account.',
        ],
        [
          'Tu o la segreteria cambiate qualcosa',
          'Chi ha fatto che cosa e quando, con i valori di prima e di dopo; l’eventuale motivo di un rifiuto.',
          'Sicurezza e prova delle decisioni prese: legittimo interesse (art. 6.1.f).',
          `${RETENTION.logYears} anni, il termine ordinario di prescrizione (art. 2946 c.c.). I valori che ti riguardano spariscono quando elimini l’account.`,
        ],
        [
          'Apri la mappa in «Contatti»',
          `${mapProvider.holder} riceve il tuo indirizzo IP. Prima del clic non riceve nulla.`,
          'Mostrarti la mappa che chiedi: consenso, dato con il clic (art. 6.1.a).',
          'Noi non conserviamo nulla.',
        ],
      ],
    },
    after: (
      <>
        <p>
          Non registriamo chi apre una pagina, scarica una brochure o un documento. Non facciamo pubblicità,
          statistiche sui visitatori o profilazione.
        </p>
        <p>
          Nelle copie di sicurezza un dato cancellato resta al massimo {RETENTION.backupDays} giorni: le
          usiamo soltanto per ripristinare il sito dopo un guasto, e allora ripetiamo le cancellazioni chieste
          nel frattempo.
        </p>
      </>
    ),
  },
  {
    id: 'conferimento',
    heading: 'Se non ci dai i dati',
    text: (
      <p>
        I dati richiesti nei moduli sono necessari: senza nome, cognome ed email non possiamo creare
        l’account; senza nome, email e telefono non possiamo risponderti. Quelli indicati come facoltativi
        puoi ometterli senza conseguenze. Per leggere il sito non ti chiediamo nulla.
      </p>
    ),
  },
  {
    id: 'destinatari',
    heading: 'Chi li riceve',
    text: (
      <>
        <p>
          Li vedono le persone della segreteria, istruite e autorizzate, ciascuna con il proprio accesso. Li
          trattano per nostro conto, come responsabili (art. 28), chi ospita il sito con la sua base di dati e
          i suoi file, e chi recapita le email. Chiedici l’elenco aggiornato.
        </p>
        <p>
          Li comunichiamo alle autorità quando la legge lo impone. Non li vendiamo e non li cediamo. Nessun
          altro sito viene contattato mentre navighi, se non apri tu la mappa.
        </p>
      </>
    ),
  },
  {
    id: 'trasferimenti',
    heading: 'Fuori dall’Unione europea',
    text: (
      <p>
        Non trasferiamo i tuoi dati fuori dallo Spazio economico europeo. Se apri la mappa, è il tuo browser a
        collegarsi a {mapProvider.holder}: per il Regno Unito vale una decisione di adeguatezza della
        Commissione europea (art. 45).
      </p>
    ),
  },
  {
    id: 'decisioni',
    heading: 'Nessuna decisione automatica',
    text: (
      <p>
        Le richieste di iscrizione le valuta una persona. Nessuna decisione che ti riguarda è presa soltanto
        da un programma (art. 22).
      </p>
    ),
  },
  {
    id: 'sicurezza',
    heading: 'Come li proteggiamo',
    text: (
      <p>
        La password è conservata come impronta calcolata con Argon2id. Il cookie di accesso non è leggibile
        dagli script. Ogni lettura e ogni modifica controllano sul server chi la chiede. I tentativi di
        accesso sono limitati e li vedi in «Accessi recenti»; puoi attivare la verifica in due passaggi. I
        cambiamenti sono registrati, e un cambio di password chiude gli altri accessi.
      </p>
    ),
  },
  {
    id: 'diritti',
    heading: 'I tuoi diritti',
    text: (
      <>
        <p>Puoi, in ogni momento e gratuitamente (artt. 15-21):</p>
        <ul>
          <li>
            sapere se trattiamo i tuoi dati e averne copia, anche in un formato leggibile da un programma;
          </li>
          <li>farli correggere o completare;</li>
          <li>farli cancellare;</li>
          <li>farne limitare l’uso, per esempio mentre ne verifichiamo l’esattezza;</li>
          <li>opporti ai trattamenti fondati sul legittimo interesse;</li>
          <li>revocare un consenso, senza effetto su ciò che è già avvenuto.</li>
        </ul>
        <p>
          Dalla <a href={href('/dashboard')}>Dashboard</a> e dal tuo{' '}
          <a href={href('/dashboard/account')}>account</a> fai da solo: «Modifica profilo», «Scarica i miei
          dati», «Elimina il mio account». Per il resto scrivi a <OfficeMail />: rispondiamo entro un mese
          (art. 12.3).
        </p>
        <p>
          Se ritieni che violiamo la legge puoi presentare reclamo al{' '}
          <a href="https://www.garanteprivacy.it/">Garante per la protezione dei dati personali</a>, Piazza
          Venezia 11, 00187 Roma, o rivolgerti al giudice (artt. 77 e 79).
        </p>
      </>
    ),
  },
  {
    id: 'cancellazione',
    heading: 'Che cosa accade se elimini l’account',
    text: (
      <>
        <p>
          Spariscono subito il profilo, la password, gli accessi con il loro elenco, il calendario, le
          richieste, le note su di te, i posti nei corsi che non sono cominciati, i messaggi che ci hai
          scritto da quell’indirizzo, gli avvisi che hai chiesto e le email che il sito ti ha inviato.
        </p>
        <p>
          Restano le iscrizioni ai corsi già cominciati, a nome «Utente eliminato», e le voci del registro
          delle attività: in ciascuna il nome, i recapiti e i motivi sono sostituiti da «{ERASED_VALUE}»;
          rimangono l’azione, la data e un codice che non rimanda più a nessuno. Un’ultima email ti conferma
          l’eliminazione; la cancelliamo dopo {RETENTION.emailDays} giorni.
        </p>
      </>
    ),
  },
  {
    id: 'minori',
    heading: 'Minori',
    text: (
      <p>
        I corsi sono rivolti a professionisti e imprese. Chi ha meno di 14 anni non può registrarsi; se
        scopriamo che è accaduto, cancelliamo l’account.
      </p>
    ),
  },
  {
    id: 'modifiche',
    heading: 'Cookie e modifiche',
    text: (
      <p>
        I cookie sono descritti nella <a href={href('/cookie-policy')}>Cookie Policy</a>. Quando questa
        informativa cambia, cambia anche la data in cima; la versione in vigore quando ci scrivi resta
        annotata con il tuo messaggio.
      </p>
    ),
  },
]

import { millisecondsInSecond, secondsInDay } from 'date-fns/constants'
import { SESSION_DAYS } from '../../accounts/rules'
import { ERASED_VALUE } from '../../audit/codes.rules'
import { COOKIES, TAB_STORAGE } from '../../content/cookies'
import type { LegalName } from '../../content/legal.rules'
import { REFUND_TERMS, WITHDRAWAL_DAYS } from '../../enrolments/refund-terms.rules'
import { formatSpan } from '../../italian/spans'
import { RETENTION } from '../../privacy/retention.rules'
import { legalPageNow } from '../../site/legal.server'
import { type LegalPlaceholder, type LegalTableName, parseLegalText } from '../../site/legal-markup.rules'
import { mapProvider } from '../../site/map-provider'
import { siteSettings } from '../../site/settings'

/** A table of a legal page. `isCode`: the first cell of each row is shown as code. */
export type LegalTable = { caption: string; columns: string[]; rows: string[][]; isCode?: true }

/** The values that replace the placeholders of a legal text: words, and whole tables. */
export type LegalFacts = {
  words: Record<LegalPlaceholder, string>
  tables: Partial<Record<LegalTableName, LegalTable>>
}

/** The version of a legal page that is in force, with the facts for its placeholders. */
export function readLegalPage(page: LegalName) {
  const version = legalPageNow(page)
  return { ...version, facts: factsNamedIn(version.text) }
}

/**
 * The facts for the placeholders of a text: all words, and only the tables that it names, so that its page is light.
 */
export function factsNamedIn(text: string): LegalFacts {
  const { words, tables } = legalFacts()
  const blocks = parseLegalText(text).flatMap((section) => section.blocks)
  const names = blocks.flatMap((block) => (block.kind === 'table' ? block.name : []))
  return { words, tables: Object.fromEntries(names.map((name) => [name, tables[name]])) }
}

/**
 * The facts for all placeholders. The tables describe what the program does: a change of what it stores or sends must
 * change them too.
 */
export const legalFacts = (): LegalFacts => ({
  words: legalWords(),
  tables: {
    trattamenti: processingTable(),
    cookie: browserTable('I cookie del sito', COOKIES),
    'memoria della scheda': browserTable(
      'Ciò che resta nel browser finché non chiudi la scheda (session storage)',
      TAB_STORAGE,
    ),
  },
})

function legalWords(): Record<LegalPlaceholder, string> {
  const { name, legalName, registeredOffice, vat, rea, pec, email, phone } = siteSettings().company
  return {
    azienda: name,
    'ragione sociale': legalName,
    'sede legale': registeredOffice,
    'partita iva': vat,
    rea,
    pec,
    email,
    telefono: phone,
    'giorni nelle copie di sicurezza': String(RETENTION.backupDays),
    'giorni delle email': String(RETENTION.emailDays),
    'giorni di recesso': String(WITHDRAWAL_DAYS),
    'condizioni di rimborso': REFUND_TERMS,
    'fornitore della mappa': mapProvider.holder,
    'valore cancellato': ERASED_VALUE,
  }
}

const inDays = (seconds: number) => seconds / secondsInDay

function processingTable(): LegalTable {
  return {
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
        `Finché tieni l’account. Se non scegli la password e non hai iscrizioni né lezioni da tenere, ${RETENTION.unconfirmedDays} giorni.`,
      ],
      [
        'Accedi',
        'Inizio, ultimo rinnovo e scadenza di ogni accesso; il tipo di dispositivo («Chrome su Windows») e la rete, cioè l’indirizzo IP senza l’ultima parte.',
        'Mantenere il tuo accesso: contratto (art. 6.1.b).',
        `Fino all’uscita, o ${inDays(COOKIES.session.seconds)} giorni dopo l’ultimo rinnovo, e comunque ${SESSION_DAYS.member} giorni dopo l’inizio (${SESSION_DAYS.admin} per chi lavora nel pannello).`,
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
        'Finché tieni l’account. Dei corsi già cominciati o pagati resta poi un’iscrizione senza nome, per il conto dei partecipanti.',
      ],
      [
        'La segreteria ti dà un documento',
        'Il file (un attestato, un contratto, una lettera), il suo nome, chi te l’ha dato e quando.',
        'Consegnartelo dove solo tu e la segreteria lo leggete: contratto (art. 6.1.b).',
        `${RETENTION.personalDocumentYears} anni; meno, se prima la segreteria lo toglie o elimini l’account.`,
      ],
      [
        'Segui le lezioni',
        'Per ogni lezione se c’eri e, se solo in parte, da che ora a che ora; chi l’ha segnato e quando.',
        'Tenere il registro e contare le ore: contratto (art. 6.1.b).',
        `Quanto l’iscrizione, e fino a ${RETENTION.registerYears} anni dalla fine del corso. Se elimini l’account il registro resta per quel tempo, senza il tuo nome.`,
      ],
      [
        'Ti rilasciamo un attestato',
        'Numero, nome, corso, date, luogo, docenti, ore frequentate e data; se viene revocato, quando e perché. Chi ha il codice o il numero con il cognome ne legge il nome, il corso, le ore, il luogo e le date.',
        'Certificare la tua formazione, e permettere a chi riceve l’attestato di verificarlo: contratto (art. 6.1.b) e legittimo interesse (art. 6.1.f).',
        `${RETENTION.certificateYears} anni dal rilascio, anche se elimini l’account.`,
      ],
      [
        'Hai un corso da pagare',
        'Le rate, i pagamenti ricevuti e i rimborsi, la causale del bonifico, i promemoria che ti abbiamo mandato; se ce li dai, i dati di fatturazione: nome o ragione sociale, codice fiscale, partita IVA, codice destinatario, PEC e indirizzo.',
        'Dirti che cosa devi, ricordartelo, riscuotere e fatturare: contratto (art. 6.1.b) e obbligo di legge (art. 6.1.c).',
        `Finché tieni l’account; se lo elimini, ${RETENTION.paymentYears} anni dal giorno del pagamento. I dati di fatturazione senza pagamenti spariscono con l’account.`,
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
  }
}

/** A table of what the site stores in the browser. `items`: by name; without `seconds` it stays until the tab closes. */
const browserTable = (
  caption: string,
  items: Record<string, { purpose: string; setWhen: string; seconds?: number }>,
): LegalTable => ({
  caption,
  columns: ['Nome', 'A che cosa serve', 'Quando', 'Durata', 'Tipo'],
  rows: Object.entries(items).map(([name, { purpose, setWhen, seconds }]) => [
    name,
    purpose,
    setWhen,
    seconds ? formatSpan(seconds * millisecondsInSecond) : 'Fino alla chiusura della scheda',
    'Tecnico',
  ]),
  isCode: true,
})

import type { Visibility } from '../documents/rules'
import { demoSheet } from './demo-brochure'

/** A file of a demo course, by the course's slug. All of it is invented. */
export type DemoDocument = {
  course: string
  name: string
  description: string
  visibility: Visibility
  bytes: () => Uint8Array | Promise<Uint8Array>
}

const text = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`)

/** Each visibility at a course that the demo member attends, and some elsewhere; the oldest first. */
export const demoDocuments: DemoDocument[] = [
  {
    course: 'bilancio-e-contabilita-per-non-specialisti',
    name: 'Piano dei conti di esempio.csv',
    description: 'Da aprire con un foglio di calcolo',
    visibility: 'iscritti',
    bytes: () =>
      text(
        'Codice;Conto;Sezione',
        '10;Immobilizzazioni;Attivo',
        '20;Rimanenze;Attivo',
        '30;Crediti verso clienti;Attivo',
        '40;Capitale;Passivo',
        '50;Debiti verso fornitori;Passivo',
      ),
  },
  {
    course: 'marketing-strategico-e-vendite-4-0',
    name: 'Programma dettagliato.pdf',
    description: 'Argomenti e materiali, incontro per incontro',
    visibility: 'pubblico',
    bytes: () =>
      demoSheet('Programma dettagliato', [
        'Primo incontro: leggere il mercato. Segmenti, concorrenti, posizionamento; i numeri che servono e dove trovarli.',
        'Secondo incontro: costruire l’offerta. Valore, prezzo, promessa; esercizio sul listino di un’impresa del gruppo.',
        'Terzo incontro: canali digitali e CRM. Dal primo contatto al cliente che torna; gli strumenti a costo zero.',
        'Quarto e quinto incontro: la trattativa. Simulazioni in coppia, con riprese; il piano commerciale dei sei mesi.',
      ]),
  },
  {
    course: 'marketing-strategico-e-vendite-4-0',
    name: 'Come raggiungerci.txt',
    description: 'Sede, parcheggi e orari dei treni',
    visibility: 'iscritti',
    bytes: () =>
      text(
        'Le lezioni si tengono nella sede di Ascoli Piceno, Via dell’Esempio 1, primo piano.',
        'Parcheggio: piazzale davanti alla sede, gratuito il sabato.',
        'In treno: dalla stazione sono dieci minuti a piedi.',
      ),
  },
  {
    course: 'marketing-strategico-e-vendite-4-0',
    name: 'Dispensa 1 - Leggere il mercato.pdf',
    description: 'Da leggere prima del primo incontro',
    visibility: 'iscritti',
    bytes: () =>
      demoSheet('Leggere il mercato', [
        'Un mercato non è un luogo: è un insieme di persone che hanno un problema simile e lo risolvono in modi diversi.',
        'Prima domanda: chi compra oggi da te, e perché? Scrivi cinque nomi e, accanto, l’ultima volta che hanno comprato.',
        'Seconda domanda: chi non compra, pur potendo? Le risposte più utili stanno quasi sempre qui.',
        'Porta le due liste in aula: ci lavoreremo insieme.',
      ]),
  },
  {
    course: 'marketing-strategico-e-vendite-4-0',
    name: 'Registro presenze.csv',
    description: 'Da stampare prima di ogni incontro',
    visibility: 'ufficio',
    bytes: () => text('Incontro;Cognome;Nome;Entrata;Uscita', '1;;;;', '2;;;;', '3;;;;', '4;;;;', '5;;;;'),
  },
  {
    course: 'sicurezza-informatica-per-studi-e-uffici',
    name: 'Glossario.txt',
    description: 'Le parole che useremo',
    visibility: 'pubblico',
    bytes: () =>
      text(
        'Phishing: un messaggio che finge di venire da qualcuno di cui ti fidi.',
        'Ransomware: un programma che cifra i tuoi file e chiede un riscatto.',
        'Backup: una copia che si può davvero ripristinare, perché qualcuno ci ha provato.',
      ),
  },
  {
    course: 'sicurezza-informatica-per-studi-e-uffici',
    name: 'Lista di controllo.pdf',
    description: 'Dieci verifiche da fare in ufficio',
    visibility: 'iscritti',
    bytes: () =>
      demoSheet('Lista di controllo', [
        '1. Ogni persona ha un accesso proprio.',
        '2. Le password stanno in un gestore.',
        '3. C’è un secondo fattore.',
        '4. Gli aggiornamenti si installano da soli.',
        '5. Le copie si fanno ogni notte.',
        '6. Una copia sta altrove.',
        '7. Qualcuno ha provato a ripristinarla.',
        '8. Chi va via perde gli accessi.',
        '9. Le stampe riservate non restano sul vassoio.',
        '10. Tutti sanno chi chiamare.',
      ]),
  },
]

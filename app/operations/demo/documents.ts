import type { Visibility } from '../../documents/rules'
import { demoPdf } from './pdfs'

/** A document of a course. `course`: the slug of the course; `name`: the name of the file. */
export type DemoDocument = {
  course: string
  name: string
  description: string
  visibility: Visibility
  bytes: () => Uint8Array | Promise<Uint8Array>
}

const text = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`)

/** The demo documents, oldest first; one course of the demo member has some of each visibility. */
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
    bytes: () => demoPdf('programma-dettagliato'),
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
    bytes: () => demoPdf('leggere-il-mercato'),
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
    bytes: () => demoPdf('lista-di-controllo'),
  },
]

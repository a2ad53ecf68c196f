/** The texts of the demo documents that are PDF files, by file name; `scripts/demo-pdfs.tsx` prints them. */
export const demoSheets = {
  'programma-dettagliato': {
    title: 'Programma dettagliato',
    paragraphs: [
      'Primo incontro: leggere il mercato. Segmenti, concorrenti, posizionamento; i numeri che servono e dove trovarli.',
      'Secondo incontro: costruire l’offerta. Valore, prezzo, promessa; esercizio sul listino di un’impresa del gruppo.',
      'Terzo incontro: canali digitali e CRM. Dal primo contatto al cliente che torna; gli strumenti a costo zero.',
      'Quarto e quinto incontro: la trattativa. Simulazioni in coppia, con riprese; il piano commerciale dei sei mesi.',
    ],
  },
  'leggere-il-mercato': {
    title: 'Leggere il mercato',
    paragraphs: [
      'Un mercato non è un luogo: è un insieme di persone che hanno un problema simile e lo risolvono in modi diversi.',
      'Prima domanda: chi compra oggi da te, e perché? Scrivi cinque nomi e, accanto, l’ultima volta che hanno comprato.',
      'Seconda domanda: chi non compra, pur potendo? Le risposte più utili stanno quasi sempre qui.',
      'Porta le due liste in aula: ci lavoreremo insieme.',
    ],
  },
  'lista-di-controllo': {
    title: 'Lista di controllo',
    paragraphs: [
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
    ],
  },
} satisfies Record<string, { title: string; paragraphs: string[] }>

import { company } from './company'

export type LegalText = {
  title: string
  description: string
  /** YYYY-MM-DD */
  modified: string
  sections: { heading: string; paragraphs: string[] }[]
}

export const PRIVACY: LegalText = {
  title: 'Privacy Policy',
  description: `Come ${company.name} tratta i dati di chi visita il sito, si registra e chiede di iscriversi.`,
  modified: '2025-05-02',
  sections: [
    {
      heading: 'Chi tratta i tuoi dati',
      paragraphs: [
        `Titolare del trattamento è ${company.legalName}, ${company.seat}, P. IVA ${company.vat}. Per ogni domanda scrivi a ${company.email} o, via PEC, a ${company.pec}.`,
      ],
    },
    {
      heading: 'Quali dati e perché',
      paragraphs: [
        'Se ti registri conserviamo nome, cognome, email e, se li scrivi, telefono e azienda: servono a gestire il tuo account e le tue richieste (art. 6.1.b del Regolamento UE 2016/679). La password è conservata soltanto in forma cifrata.',
        'Se chiedi di iscriverti a un corso conserviamo la richiesta, il suo esito e le date: servono a valutarla e a organizzare il corso (art. 6.1.b).',
        'Se ci scrivi dal modulo dei contatti conserviamo nome, email, telefono, corso di interesse e, se li scrivi, azienda e messaggio: servono a risponderti (art. 6.1.b).',
        'Registriamo chi ha fatto che cosa e quando, per la sicurezza e per ricostruire gli errori (art. 6.1.f). Contiamo i tentativi di accesso e di invio in forma non leggibile, per fermare gli abusi.',
      ],
    },
    {
      heading: 'Chi li riceve',
      paragraphs: [
        'Li vede la segreteria. Li tratta per noi chi ospita il sito e chi recapita le email. Non li vendiamo, non facciamo profilazione e nessun altro sito viene contattato mentre navighi.',
      ],
    },
    {
      heading: 'Per quanto tempo',
      paragraphs: [
        'I dati dell’account finché lo tieni; quelli delle iscrizioni per il tempo richiesto dalle norme sulla formazione e dalla contabilità.',
      ],
    },
    {
      heading: 'I tuoi diritti',
      paragraphs: [
        `Puoi chiedere di vedere i tuoi dati, correggerli, cancellarli, limitarne l’uso, riceverne una copia e opporti al trattamento: nome, telefono e azienda li correggi da solo nella Dashboard, per il resto scrivi a ${company.email}. Puoi rivolgerti al Garante per la protezione dei dati personali.`,
      ],
    },
  ],
}

export const COOKIES: LegalText = {
  title: 'Cookie Policy',
  description: 'Questo sito usa soltanto cookie tecnici: quali sono, a che cosa servono e quanto durano.',
  modified: '2024-11-04',
  sections: [
    {
      heading: 'Soltanto cookie tecnici',
      paragraphs: [
        'Chi legge il sito senza registrarsi non riceve alcun cookie. Quelli elencati qui sotto servono a ciò che hai chiesto, quindi non occorre il tuo consenso e non compare alcun avviso.',
      ],
    },
    {
      heading: 'L’elenco completo',
      paragraphs: [
        '«session» (su https «__Host-session»): ti tiene collegato dopo l’accesso. Dura 14 giorni e si rinnova mentre usi il sito.',
        '«avviso»: porta un messaggio alla pagina successiva, per esempio «Richiesta di iscrizione inviata!». Dura al massimo 5 minuti.',
        '«corso»: ricorda il corso a cui volevi iscriverti prima di accedere. Dura 24 ore.',
        '«modulo»: ritrova un modulo inviato quando la sessione era scaduta. Dura 30 minuti.',
      ],
    },
  ],
}

import { company, yearsOfExperience } from './company'

/** `today`: YYYY-MM-DD. */
export function about(today: string) {
  return {
    meta: {
      title: 'Chi siamo',
      description: `La storia, i valori e le persone di ${company.name}, che dal ${company.founded} forma professionisti e imprese in collaborazione con ${company.partner}.`,
      keywords: ['chi siamo', company.name, 'formazione professionale', 'Piceno', 'università'],
    },
    lead: `Dal ${company.founded} formiamo professionisti e imprese: in aula ad Ascoli Piceno e a Fermo, online dove serve.`,
    story: {
      title: 'La nostra storia',
      paragraphs: [
        `${company.name} nasce nel ${company.founded} da un’idea semplice: chi lavora nel Piceno deve poter studiare bene senza partire. Il nome è quello dell’antica città alla foce del Tronto, dove la valle arriva al mare.`,
        'Abbiamo cominciato con le imprese del territorio, che chiedevano metodi da usare il giorno dopo. Il modo di lavorare è rimasto quello: gruppi piccoli, docenti che fanno il mestiere che insegnano, casi portati in aula da chi partecipa.',
        `Oggi, dopo oltre ${yearsOfExperience(today)}\u00a0anni, i corsi si seguono in presenza, online in diretta o in e-learning. Cambia il modo di arrivarci, non quello che resta: un metodo di lavoro e una certificazione riconosciuta.`,
      ],
    },
    values: {
      title: 'Quattro cose a cui teniamo',
      items: [
        {
          title: 'Qualità',
          text: 'Un corso parte quando programma, docenti e materiali sono pronti. Alla fine chiediamo un giudizio a chi lo ha seguito, e lo usiamo.',
        },
        {
          title: 'Professionalità',
          text: 'Date, costi e condizioni sono scritti prima dell’iscrizione. In aula va chi esercita il mestiere di cui parla.',
        },
        {
          title: 'Centralità del cliente',
          text: 'Prima ascoltiamo, poi proponiamo. Se un corso non fa per te, te lo diciamo.',
        },
        {
          title: 'Aggiornamento continuo',
          text: 'Norme e strumenti cambiano: rivediamo i programmi a ogni edizione, insieme ai docenti e all’università partner.',
        },
      ],
    },
    partnership: {
      title: 'Insieme all’università',
      lead: `Progettiamo i corsi con ${company.partner}: il programma è suo quanto nostro, e nei corsi che lo prevedono l’attestato porta la sua firma.`,
      items: [
        {
          title: 'Il programma',
          text: 'Obiettivi, contenuti e durata di ogni corso si decidono insieme, prima di pubblicarlo.',
        },
        {
          title: 'La certificazione',
          text: 'Nei corsi che la prevedono è nominale, rilasciata dall’ateneo e riconosciuta a livello nazionale. L’elenco preciso è nella pagina di ogni corso.',
        },
      ],
    },
    team: {
      title: 'Le persone',
      text: 'Otto persone, due sedi, un solo numero di telefono: quando chiami, risponde chi conosce il corso di cui parli.',
      invented: 'Persone di esempio: i nomi sono inventati.',
    },
    closing: { title: 'Vieni a conoscerci', toContacts: 'Contattaci', toCourses: 'Scopri i corsi' },
  }
}

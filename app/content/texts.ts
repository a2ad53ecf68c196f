import type { SiteTexts } from './settings.rules'

/** The texts of a new site. */
export const FIRST_TEXTS: SiteTexts = {
  home: {
    title: ['Management, vendite e\u00a0digitale.', 'Si studiano nel Piceno, valgono in tutta Italia.'],
    lead: 'Corsi per professionisti e imprese ad Ascoli Piceno, a Fermo e online, con certificazioni riconosciute a livello nazionale.',
    benefits: [
      {
        title: 'Certificazioni riconosciute',
        text: 'La pagina di ogni corso dice che cosa rilascia: un attestato, anche dell’università partner, o una certificazione riconosciuta a livello nazionale.',
      },
      {
        title: 'Docenti esperti',
        text: 'Insegna chi fa questo mestiere ogni giorno, in azienda e in aula.',
      },
      {
        title: 'Materiale didattico completo',
        text: 'Dispense, esercizi e modelli da usare dal giorno dopo. Restano a te.',
      },
      {
        title: 'Formazione pratica',
        text: 'Casi veri, simulazioni e un progetto sulla tua realtà di lavoro.',
      },
    ],
    partnershipTitle: 'Un’università alle spalle, un’aula vicino a casa',
    partnership:
      'Progettiamo i corsi con [ateneo]: il programma è suo quanto nostro, e nei corsi che lo prevedono l’attestato porta la sua firma.',
  },
  about: {
    lead: 'Dal [anno] formiamo professionisti e imprese: in aula ad Ascoli Piceno e a Fermo, online dove serve.',
    story: [
      '[azienda] nasce nel [anno] da un’idea semplice: chi lavora nel Piceno deve poter studiare bene senza partire. Il nome è quello dell’antica città alla foce del Tronto, dove la valle arriva al mare.',
      'Abbiamo cominciato con le imprese del territorio, che chiedevano metodi da usare il giorno dopo. Il modo di lavorare è rimasto quello: gruppi piccoli, docenti che fanno il mestiere che insegnano, casi portati in aula da chi partecipa.',
      'Oggi, dopo oltre [anni]\u00a0anni, i corsi si seguono in presenza, online in diretta o in e-learning. Cambia il modo di arrivarci, non quello che resta: un metodo di lavoro e una certificazione riconosciuta.',
    ],
    values: [
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
  payment: {
    next: 'Prima dell’inizio la segreteria ti contatta per completare l’iscrizione e concordare il pagamento.',
    later:
      'Dopo la conferma la segreteria ti contatta per completare l’iscrizione e concordare il pagamento.',
  },
}

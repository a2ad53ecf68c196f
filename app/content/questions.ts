import type { Question } from './settings.rules'

const questionsAndAnswers = [
  {
    question: 'Come mi iscrivo a un corso?',
    answer:
      'Accedi o registrati, poi scegli «Iscriviti ora» nella pagina del corso. La segreteria valuta la richiesta e ti risponde per email. La richiesta non comporta alcun obbligo di pagamento.',
  },
  {
    question: 'Che cosa ottengo alla fine del corso?',
    answer:
      'Dipende dal corso: un attestato, dell’Accademia o di [ateneo], oppure una certificazione nominale riconosciuta a livello nazionale. Nella pagina di ogni corso trovi l’elenco preciso, alla voce «Certificazioni rilasciate».',
  },
  {
    question: 'Posso seguire un corso online?',
    answer:
      'Sì. Ogni corso dice come si segue: in presenza ad Ascoli Piceno o a Fermo, online in diretta con il docente, oppure in e-learning, quando vuoi tu.',
  },
  {
    question: 'Come posso pagare?',
    answer:
      'Con bonifico, carta o PayPal, a seconda del corso: quando l’iscrizione è approvata la segreteria ti scrive come si paga il tuo. La sola richiesta di iscrizione non comporta alcun obbligo di pagamento.',
  },
  {
    question: 'Posso pagare a rate?',
    answer:
      'Sì, per i corsi oltre 500 euro. Il numero e l’importo delle rate sono indicati nella pagina del corso, vicino al prezzo.',
  },
  {
    question: 'Posso disdire?',
    answer:
      '[condizioni di disdetta] Finché la richiesta è in attesa puoi ritirarla dalla tua Dashboard, senza costi.',
  },
  {
    question: 'Organizzate percorsi per le imprese?',
    answer:
      'Sì, costruiamo anche percorsi per le imprese, su temi e date da concordare. Scrivi a [email] raccontandoci di che cosa hai bisogno.',
  },
  {
    question: 'Dove trovo la brochure di un corso?',
    answer:
      'Nella pagina del corso: quando la brochure è pronta compare «Scarica la brochure» e la puoi scaricare subito, senza registrarti. Se non c’è ancora, chiedila alla segreteria.',
  },
]

/**
 * The questions of a new site. Their answers promise only what the site does and what the terms of the school grant.
 */
export const FIRST_QUESTIONS: Question[] = questionsAndAnswers.map((question, place) => ({
  ...question,
  id: `prima-${place + 1}`,
  hidden: false,
}))

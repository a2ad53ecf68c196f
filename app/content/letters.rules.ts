/**
 * The letters of a new site: subject and first paragraph of each e-mail that the office can reword. An e-mail that
 * begins in two ways has two letters. A new wording must keep the placeholders of the first one, except data of the
 * company.
 */
export const FIRST_LETTER_WORDS = {
  'request-received': {
    subject: 'Richiesta ricevuta',
    opening:
      'abbiamo ricevuto la tua richiesta di iscrizione. La segreteria la valuta e ti risponde per email entro [entro].',
  },
  'request-received-listed': {
    subject: 'Richiesta ricevuta',
    opening:
      'abbiamo ricevuto la tua richiesta di iscrizione. [posto] La segreteria ti conferma per email il posto in lista entro [entro].',
  },
  'request-approved': {
    subject: 'Iscrizione approvata',
    opening: 'la tua richiesta è stata approvata: il posto è tuo.',
  },
  'enrolled-by-office': {
    subject: 'Iscrizione registrata',
    opening: 'la segreteria ha registrato la tua iscrizione: il posto è tuo.',
  },
  'request-rejected': {
    subject: 'Richiesta non accolta',
    opening: 'ci dispiace, questa volta non possiamo accogliere la tua richiesta di iscrizione.',
  },
  'admitted-to-list': {
    subject: 'Sei in lista d’attesa',
    opening: 'la segreteria ti ha messo in lista d’attesa. Nella tua area personale vedi a che punto sei.',
  },
  'seat-offered': {
    subject: 'Si è liberato un posto',
    opening: 'c’è un posto per te. È tuo se lo accetti entro [scadenza]. Dopo non è più riservato a te.',
  },
  'offer-expired': {
    subject: 'Il tempo per accettare è passato',
    opening:
      'il tempo per accettare il posto è passato, e il posto non è più riservato a te. La tua richiesta resta: se ti interessa ancora puoi rientrare in lista, in fondo.',
  },
  'offer-withdrawn': {
    subject: 'Il posto non è più riservato a te',
    opening:
      'il posto che ti avevamo offerto non è più riservato a te. La tua richiesta resta, con il tuo posto in lista: nella tua area personale vedi a che punto sei.',
  },
  'offer-withdrawn-closed': {
    subject: 'Il posto non è più riservato a te',
    opening:
      'il posto che ti avevamo offerto non è più riservato a te: questa edizione non prende più iscrizioni.',
  },
  'enrolment-cancelled': {
    subject: 'Iscrizione disdetta',
    opening: 'hai disdetto la tua iscrizione: il posto è di nuovo libero, e non devi fare altro.',
  },
  'cancelled-by-phone': {
    subject: 'Iscrizione disdetta',
    opening:
      'come ci hai detto al telefono, abbiamo disdetto la tua iscrizione senza costi: il posto è di nuovo libero.',
  },
  'cancelled-by-office': {
    subject: 'Iscrizione disdetta',
    opening: 'la segreteria ha disdetto la tua iscrizione: il posto è di nuovo libero.',
  },
  'enrolment-moved': {
    subject: 'Iscrizione spostata',
    opening: 'la tua iscrizione è stata spostata in [dove]: il posto è tuo.',
  },
  'edition-confirmed': {
    subject: 'Il corso parte',
    opening: 'l’edizione è confermata: il corso parte.',
  },
  'edition-postponed': {
    subject: 'Il corso è rinviato',
    opening: 'le date del corso sono cambiate.',
  },
  'edition-changed': {
    subject: 'Cambiano i dettagli del corso',
    opening: 'qualcosa è cambiato nel tuo corso.',
  },
  'edition-cancelled': {
    subject: 'Edizione annullata',
    opening:
      'ci dispiace: il corso non si tiene in queste date. La tua iscrizione, o la tua richiesta, finisce qui, senza costi.',
  },
  'joining-instructions': {
    subject: 'Il corso sta per cominciare',
    opening: 'il corso sta per cominciare: ti aspettiamo.',
  },
  'joining-at-own-pace': {
    subject: 'Il corso sta per cominciare',
    opening: 'le lezioni stanno per aprirsi: poi le segui quando vuoi.',
  },
  thanks: {
    subject: 'Grazie per aver seguito il corso',
    opening:
      'il corso è finito: grazie di averlo seguito. Ci piacerebbe sapere com’è andata, basta rispondere.',
  },
  'document-given': {
    subject: '[documento]',
    opening:
      'la segreteria ha messo un documento per te nella tua area personale. Lo leggete soltanto tu e la segreteria.',
  },
  'payment-due': {
    subject: '[pagamento] scade [scadenza]',
    opening: 'ti ricordiamo che [giorno] scade [rata]: [importo].',
  },
  'payment-late': {
    subject: '[pagamento] risulta da pagare',
    opening: 'non abbiamo ancora trovato il pagamento di [importo] che scadeva [scadenza].',
  },
  'payment-still-late': {
    subject: 'Pagamento ancora in sospeso',
    opening: '[rata], [importo], che scadeva [scadenza], risulta ancora da pagare.',
  },
  'confirm-interest': {
    subject: 'Conferma il tuo indirizzo',
    opening:
      'Qualcuno, forse tu, ha chiesto che ti avvisiamo per questo corso. Se confermi l’indirizzo, ti scriviamo una volta sola, [quando].',
  },
  'interest-already-confirmed': {
    subject: 'Ti avvisiamo già',
    opening:
      'Il tuo indirizzo è già confermato: per questo corso ti scriviamo una volta sola, [quando]. Non serve altro.',
  },
  'requests-open': {
    subject: 'Adesso puoi chiedere l’iscrizione',
    opening: 'Ci avevi chiesto di avvisarti: adesso puoi chiedere l’iscrizione a questo corso.',
  },
  'contact-received': {
    subject: 'Domanda ricevuta',
    opening: 'Abbiamo ricevuto la tua domanda: la segreteria ti risponde per email o al telefono.',
  },
  'confirm-address': {
    subject: 'Conferma il tuo account',
    opening:
      'grazie per la registrazione. Manca solo un passo: conferma che questo indirizzo è tuo e il tuo account sarà attivo. Ti chiederemo la password che hai scelto al momento della registrazione.',
  },
  'already-registered': {
    subject: 'Hai già un account',
    opening:
      'qualcuno, forse tu, ha provato a registrarsi con questo indirizzo. Un account c’è già, perciò non ne abbiamo creato un altro: puoi accedere con la tua password.',
  },
  invitation: {
    subject: 'Attiva il tuo account',
    opening:
      'la segreteria di [azienda] ha inserito nel sito il tuo nome, questa email e i recapiti che ci hai dato tu o chi ti iscrive, per seguire le tue iscrizioni ai corsi. Scegli una password: da quel momento vedi iscrizioni, date e documenti.',
  },
  'recover-password': {
    subject: 'Reimposta la password',
    opening: 'abbiamo ricevuto la richiesta di reimpostare la password del tuo account.',
  },
} as const satisfies Record<string, { subject: string; opening: string }>

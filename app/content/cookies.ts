import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants'

/**
 * Every cookie of the site, by name. The cookie policy lists them. `seconds`: the maximal age; `setWhen`: what a
 * visitor does when the cookie is set.
 */
export const COOKIES = {
  session: {
    seconds: 14 * secondsInDay,
    purpose: 'Mantiene il tuo accesso. Si rinnova mentre usi il sito e sparisce quando esci.',
    setWhen: 'Quando accedi',
  },
  codice: {
    seconds: 10 * secondsInMinute,
    purpose:
      'Ricorda che hai scritto la password giusta, mentre ti chiediamo il codice della verifica in due passaggi.',
    setWhen: 'Quando accedi, se hai attivato la verifica in due passaggi',
  },
  avviso: {
    seconds: 5 * secondsInMinute,
    purpose:
      'Porta un messaggio alla pagina successiva, per esempio «Richiesta di iscrizione inviata!». Sparisce appena lo leggi.',
    setWhen: 'Quando invii un modulo, o quando la pagina o il file che chiedi non si può aprire',
  },
  corso: {
    seconds: secondsInDay,
    purpose: 'Ricorda il corso che hai scelto con «Iscriviti ora» prima di accedere.',
    setWhen: 'Quando chiedi di iscriverti senza aver fatto l’accesso',
  },
  registrazione: {
    seconds: secondsInHour,
    purpose:
      'Ricorda il nome e l’email usati per la registrazione, per dirti a quale indirizzo abbiamo scritto e lasciartelo correggere. Sparisce quando accedi.',
    setWhen: 'Quando ti registri',
  },
} as const satisfies Record<string, { seconds: number; purpose: string; setWhen: string }>

/**
 * What the site keeps in the session storage of the browser, by key, for the cookie policy. 'bozza …' stands for the
 * keys of all drafts (`ui/forms/drafts.ts`).
 */
export const TAB_STORAGE = {
  'react-router-scroll-positions': {
    purpose: 'Riporta la pagina al punto in cui era quando torni indietro.',
    setWhen: 'Quando passi da una pagina all’altra dopo aver usato un modulo, un pulsante o un menu',
  },
  'bozza …': {
    purpose:
      'Conserva ciò che stai scrivendo, se lasci la pagina prima di inviarlo. Sparisce quando lo invii.',
    setWhen:
      'Mentre scrivi alla segreteria; per chi lavora nel pannello, mentre scrive la scheda di un corso, un messaggio, una risposta o il testo di un modulo con un file, e, per chi segna le presenze, finché i segni non sono inviati',
  },
} as const

/** A key in the local storage: 'no' where somebody of the office has switched the keyboard shortcuts off. */
export const SHORTCUTS_STORAGE_KEY = 'scorciatoie'

import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants'
import { href } from 'react-router'
import { COOKIES, KEYS_SETTING, TAB_STORAGE } from '../../content/cookies'
import type { LegalSection } from '../../content/legal'
import { OfficeMail } from './office-mail'

/** 300 → '5 minuti' */
function duration(seconds: number): string {
  if (seconds % secondsInDay === 0 && seconds > secondsInDay) return `${seconds / secondsInDay} giorni`
  if (seconds === secondsInHour) return '1 ora'
  return seconds % secondsInHour === 0
    ? `${seconds / secondsInHour} ore`
    : `${seconds / secondsInMinute} minuti`
}

export const cookieSections = (): LegalSection[] => [
  {
    id: 'tecnici',
    heading: 'Soltanto cookie tecnici',
    text: (
      <>
        <p>
          Un cookie è un breve testo che il sito affida al tuo browser e rilegge alla richiesta successiva. I
          nostri servono a fare ciò che hai chiesto e a nient’altro: per la legge (art. 122 del Codice in
          materia di protezione dei dati personali) non occorre il tuo consenso, perciò non compare alcun
          avviso.
        </p>
        <p>Chi legge il sito senza accedere e senza inviare moduli non riceve alcun cookie.</p>
      </>
    ),
  },
  {
    id: 'elenco',
    heading: 'L’elenco completo',
    table: {
      caption: 'I cookie del sito',
      columns: ['Nome', 'A che cosa serve', 'Quando', 'Durata', 'Tipo'],
      rows: Object.entries(COOKIES).map(([name, { purpose, set, seconds }]) => [
        <code key={name}>{name}</code>,
        purpose,
        set,
        duration(seconds),
        'Tecnico',
      ]),
    },
    after: (
      <p>
        Sono tutti nostri («di prima parte») e nessuno script può leggerli. Su https il loro nome comincia con{' '}
        <code>__Host-</code>: il browser li consegna soltanto a questo indirizzo.
      </p>
    ),
  },
  {
    id: 'memoria',
    heading: 'La memoria della scheda',
    table: {
      caption: 'Ciò che resta nel browser finché non chiudi la scheda (session storage)',
      columns: ['Nome', 'A che cosa serve', 'Quando', 'Durata', 'Tipo'],
      rows: Object.entries(TAB_STORAGE).map(([name, { purpose, set }]) => [
        <code key={name}>{name}</code>,
        purpose,
        set,
        'Fino alla chiusura della scheda',
        'Tecnico',
      ]),
    },
    after: (
      <p>
        Nella memoria permanente del browser (local storage) sta solo <code>{KEYS_SETTING}</code>: ricorda che
        chi lavora nel pannello ha spento le scorciatoie da tastiera, finché non le riaccende.
      </p>
    ),
  },
  {
    id: 'terzi',
    heading: 'Nessun altro',
    text: (
      <p>
        Non usiamo cookie di profilazione, di statistica o di pubblicità, né di altri siti: caratteri e
        immagini li forniamo noi. Soltanto se apri la mappa in «Contatti» il tuo browser si collega al
        fornitore indicato accanto al pulsante.
      </p>
    ),
  },
  {
    id: 'eliminarli',
    heading: 'Come eliminarli',
    text: (
      <p>
        Con «Logout» il cookie di accesso sparisce. Tutti gli altri li cancelli, o li rifiuti, nelle
        impostazioni del browser: senza il primo non puoi accedere (né senza il secondo, se usi la verifica in
        due passaggi), senza gli altri perdi soltanto i messaggi e i promemoria. Per ogni domanda scrivi a{' '}
        <OfficeMail />; come trattiamo i dati lo dice la <a href={href('/privacy-policy')}>Privacy Policy</a>.
      </p>
    ),
  },
]

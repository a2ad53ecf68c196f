import { SHORTCUTS_STORAGE_KEY } from './cookies'
import type { LegalName } from './legal.rules'

/** The texts of the legal pages of a new site, in the markup of `site/legal-markup.rules.ts`. */

const PRIVACY_TEXT = `## Chi tratta i tuoi dati {#titolare}

Titolare del trattamento è [ragione sociale], [sede legale], P. IVA [partita IVA], REA [REA]. Per ogni domanda sui tuoi dati scrivi a [email] o, via PEC, a [PEC].

Questa informativa (art. 13 del Regolamento UE 2016/679, «GDPR») riguarda il sito. I pagamenti non passano dal sito; i contratti soltanto se la segreteria te ne mette una copia nell’area personale.

## Quali dati, perché e per quanto tempo {#trattamenti}

[tabella: trattamenti]

Non registriamo chi apre una pagina, scarica una brochure o un documento. Non facciamo pubblicità, statistiche sui visitatori o profilazione.

Nelle copie di sicurezza un dato cancellato resta al massimo [giorni nelle copie di sicurezza] giorni: le usiamo soltanto per ripristinare il sito dopo un guasto, e allora ripetiamo le cancellazioni chieste nel frattempo.

## Se non ci dai i dati {#conferimento}

I dati richiesti nei moduli sono necessari: senza nome, cognome ed email non possiamo creare l’account; senza nome, email e telefono non possiamo risponderti. Quelli indicati come facoltativi puoi ometterli senza conseguenze. Per leggere il sito non ti chiediamo nulla.

## Chi li riceve {#destinatari}

Li vedono le persone della segreteria, istruite e autorizzate, ciascuna con il proprio accesso. Li trattano per nostro conto, come responsabili (art. 28), chi ospita il sito con la sua base di dati e i suoi file, e chi recapita le email. Chiedici l’elenco aggiornato.

Li comunichiamo alle autorità quando la legge lo impone. Non li vendiamo e non li cediamo. Nessun altro sito viene contattato mentre navighi, se non apri tu la mappa.

## Fuori dall’Unione europea {#trasferimenti}

Non trasferiamo i tuoi dati fuori dallo Spazio economico europeo. Se apri la mappa, è il tuo browser a collegarsi a [fornitore della mappa]: per il Regno Unito vale una decisione di adeguatezza della Commissione europea (art. 45).

## Nessuna decisione automatica {#decisioni}

Le richieste di iscrizione le valuta una persona. Nessuna decisione che ti riguarda è presa soltanto da un programma (art. 22).

## Come li proteggiamo {#sicurezza}

La password è conservata come impronta calcolata con Argon2id. Il cookie di accesso non è leggibile dagli script. Ogni lettura e ogni modifica controllano sul server chi la chiede. I tentativi di accesso sono limitati e li vedi in «Accessi recenti»; puoi attivare la verifica in due passaggi. I cambiamenti sono registrati, e un cambio di password chiude gli altri accessi.

## I tuoi diritti {#diritti}

Puoi, in ogni momento e gratuitamente (artt. 15-21):

- sapere se trattiamo i tuoi dati e averne copia, anche in un formato leggibile da un programma;
- farli correggere o completare;
- farli cancellare;
- farne limitare l’uso, per esempio mentre ne verifichiamo l’esattezza;
- opporti ai trattamenti fondati sul legittimo interesse;
- revocare un consenso, senza effetto su ciò che è già avvenuto.

Dalla [Dashboard](/dashboard) e dal tuo [account](/dashboard/account) fai da te: «Modifica profilo», «Scarica i miei dati», «Elimina il mio account». Per il resto scrivi a [email]: rispondiamo entro un mese (art. 12.3).

Se ritieni che violiamo la legge puoi presentare reclamo al [Garante per la protezione dei dati personali](https://www.garanteprivacy.it/), Piazza Venezia 11, 00187 Roma, o rivolgerti al giudice (artt. 77 e 79).

## Che cosa accade se elimini l’account {#cancellazione}

Spariscono subito il profilo, la password, gli accessi con il loro elenco, il calendario, le richieste, le note su di te, i posti nei corsi che non sono cominciati né pagati, i messaggi che ci hai scritto da quell’indirizzo, gli avvisi che hai chiesto e le email che il sito ti ha inviato.

Restano le iscrizioni ai corsi già cominciati o pagati, a nome «Utente eliminato», e le voci del registro delle attività: in ciascuna il nome, i recapiti e i motivi sono sostituiti da «[valore cancellato]»; rimangono l’azione, la data e un codice che non rimanda più a nessuno. I pagamenti, con i dati di fatturazione, e gli attestati che ti abbiamo rilasciato restano invece con il tuo nome, per i tempi indicati nella tabella. Un’ultima email ti conferma l’eliminazione; la cancelliamo dopo [giorni delle email] giorni.

## Minori {#minori}

I corsi sono rivolti a professionisti e imprese. Chi ha meno di 14 anni non può registrarsi; se scopriamo che è accaduto, cancelliamo l’account.

## Cookie e modifiche {#modifiche}

I cookie sono descritti nella [Cookie Policy](/cookie-policy). Quando questa informativa cambia, cambia anche la data in cima; la versione in vigore quando ci scrivi resta annotata con il tuo messaggio.`

const COOKIE_TEXT = `## Soltanto cookie tecnici {#tecnici}

Un cookie è un breve testo che il sito affida al tuo browser e rilegge alla richiesta successiva. I nostri servono a fare ciò che hai chiesto e a nient’altro: per la legge (art. 122 del Codice in materia di protezione dei dati personali) non occorre il tuo consenso, perciò non compare alcun avviso.

Chi legge il sito senza accedere e senza inviare moduli non riceve alcun cookie.

## L’elenco completo {#elenco}

[tabella: cookie]

Sono tutti nostri («di prima parte») e nessuno script può leggerli. Su https il loro nome comincia con \`__Host-\`: il browser li consegna soltanto a questo indirizzo.

## La memoria della scheda {#memoria}

[tabella: memoria della scheda]

Nella memoria permanente del browser (local storage) sta solo \`${SHORTCUTS_STORAGE_KEY}\`: ricorda che chi lavora nel pannello ha spento le scorciatoie da tastiera, finché non le riaccende o non esce dal sito.

## Nessun altro {#terzi}

Non usiamo cookie di profilazione, di statistica o di pubblicità, né di altri siti: caratteri e immagini li forniamo noi. Soltanto se apri la mappa in «Contatti» il tuo browser si collega al fornitore indicato accanto al pulsante.

## Come eliminarli {#eliminarli}

Con «Logout» il cookie di accesso sparisce. Tutti gli altri li cancelli, o li rifiuti, nelle impostazioni del browser: senza il primo non puoi accedere (né senza il secondo, se usi la verifica in due passaggi), senza gli altri perdi soltanto i messaggi e i promemoria. Per ogni domanda scrivi a [email]; come trattiamo i dati lo dice la [Privacy Policy](/privacy-policy).`

const NOTES_TEXT = `## Chi pubblica il sito {#chi}

[azienda] è un’attività di [ragione sociale], con sede legale in [sede legale]. P. IVA e codice fiscale [partita IVA], REA [REA].

Email [email], PEC [PEC], telefono [telefono].

## La richiesta di iscrizione {#richiesta}

Con «Iscriviti ora» chiedi un posto. La richiesta non comporta alcun obbligo di pagamento: la segreteria la valuta, ti risponde per email e finché è in attesa puoi ritirarla dalla [Dashboard](/dashboard).

Il sito non incassa pagamenti e non conclude contratti. Il contratto nasce dopo, con la conferma e le condizioni che la segreteria ti invia. Programmi, date e prezzi nelle pagine dei corsi possono cambiare prima della conferma; vale ciò che la conferma riporta.

## Recesso e rimborsi {#recesso}

Se sei un consumatore e concludi il contratto a distanza o fuori dai nostri locali, puoi recedere entro [giorni di recesso] giorni dalla sua conclusione senza dare spiegazioni e senza costi (artt. 52 e seguenti del Codice del consumo): basta una dichiarazione esplicita a [email] o a [PEC]. Se hai chiesto che il corso cominci prima, paghi soltanto la parte già svolta. Ti rimborsiamo entro 14 giorni, con lo stesso mezzo che hai usato per pagare.

Oltre a questo diritto, e per tutti: [condizioni di rimborso].

## Il tuo account {#account}

L’account è personale. Custodisci la password e avvisaci se qualcun altro la conosce. Puoi eliminarlo quando vuoi dalla Dashboard. Possiamo sospendere chi usa il sito per danneggiarlo o per danneggiare altri.

## I contenuti {#contenuti}

Testi, disegni, brochure e documenti sono nostri o di chi ce li ha affidati. Puoi leggerli, scaricarli e stamparli per uso personale; i documenti riservati agli iscritti non si diffondono. Per ogni altro uso chiedi a [email].

Curiamo l’esattezza di ciò che pubblichiamo e correggiamo gli errori che ci segnali. I siti esterni a cui rimandiamo hanno regole proprie, di cui non rispondiamo.

## Sicurezza: se trovi un difetto {#sicurezza}

Se scopri un difetto che mette a rischio i dati o il sito, scrivi a [email]: ti rispondiamo entro cinque giorni lavorativi e ti diciamo che cosa faremo e quando. Provalo soltanto con account tuoi, senza leggere o cambiare dati di altri e senza rallentare il sito, e lasciaci il tempo di correggerlo prima di parlarne in pubblico. Chi segnala così, in buona fede, ha il nostro grazie e nulla da temere da noi.

## Reclami e legge applicabile {#reclami}

Scrivi a [email]: cerchiamo prima di tutto un accordo. Il consumatore può rivolgersi a un organismo di risoluzione alternativa delle controversie (artt. 141 e seguenti del Codice del consumo). Si applica la legge italiana; per il consumatore è competente il giudice del luogo in cui risiede o ha eletto domicilio (art. 66-bis).

## Dati, cookie, accessibilità {#dati}

Ne parlano la [Privacy Policy](/privacy-policy), la [Cookie Policy](/cookie-policy) e la [Dichiarazione di accessibilità](/accessibilita).`

const ACCESSIBILITY_TEXT = `## Il nostro impegno {#impegno}

[ragione sociale] vuole che chiunque possa scegliere un corso, iscriversi e seguirlo su questo sito: con lo schermo o con la voce, con il mouse o con la tastiera, con il telefono o con caratteri ingranditi. Questa dichiarazione riguarda il sito di [azienda] e i suoi servizi, area personale compresa.

## Stato di conformità {#conformita}

Le pagine sono costruite secondo le WCAG 2.2, livello AA, e i requisiti per il web della norma UNI CEI EN 301 549. Il sito è **parzialmente conforme**, per i soli limiti elencati qui sotto.

## Limiti noti {#limiti}

- Brochure e documenti PDF possono non avere la struttura che serve ai lettori di schermo. Ciò che decide la scelta di un corso sta anche nella sua pagina; per il resto chiedici il contenuto in un’altra forma.
- La mappa in «Contatti», se la apri, è di un altro fornitore. Gli indirizzi delle sedi stanno accanto, come testo.

## Come lo abbiamo verificato {#verifica}

Con un’autovalutazione, ripetuta a ogni nuova versione:

- controlli automatici (axe, validazione dell’HTML) su ogni pagina pubblica, sull’area personale e sul pannello della segreteria, a 320, 768 e 1280 pixel, anche con errori, finestre e messaggi aperti;
- percorsi completi con la sola tastiera, e senza JavaScript;
- controllo a vista di contrasto, ingrandimento, stampa e movimento ridotto.

Non abbiamo ancora svolto prove con persone con disabilità: se vuoi aiutarci, scrivici.

## Segnalaci un ostacolo {#segnalazioni}

Scrivi a [email] o chiama il numero [telefono]: indica la pagina e che cosa non riesci a fare. Rispondiamo entro 30 giorni e nel frattempo ti diamo l’informazione in un’altra forma.

## Se la risposta non ti basta {#tutela}

Siamo un’impresa privata: questa dichiarazione è volontaria e non segue la procedura riservata alle pubbliche amministrazioni. Sull’accessibilità dei servizi offerti ai consumatori vigila l’[Agenzia per l’Italia Digitale (AgID)](https://www.agid.gov.it/), a cui puoi rivolgerti nei casi previsti dal decreto legislativo 82/2022; resta ferma la tutela davanti al giudice.`

/** Version 1 of each page and the day since which it is in force. Whoever changes a text here also changes its day. */
export const FIRST_LEGAL_VERSIONS: Record<LegalName, { text: string; inForceFrom: string }> = {
  'privacy-policy': { text: PRIVACY_TEXT, inForceFrom: '2025-05-02' },
  'cookie-policy': { text: COOKIE_TEXT, inForceFrom: '2024-11-04' },
  'note-legali': { text: NOTES_TEXT, inForceFrom: '2026-11-21' },
  accessibilita: { text: ACCESSIBILITY_TEXT, inForceFrom: '2026-11-21' },
}

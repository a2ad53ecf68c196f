import { href, Link } from 'react-router'
import { CopyField } from '../../../ui/forms/copy-field'
import { Form, Submit } from '../../../ui/forms/form'

const PROGRAMS = [
  [
    'Google Calendar',
    'Dal computer, accanto ad «Altri calendari» premi +, poi «Da URL», e incolla l’indirizzo.',
  ],
  [
    'Calendario di Apple',
    'Premi «Apri nel tuo calendario», oppure scegli «Nuova iscrizione calendario» e incolla.',
  ],
  ['Outlook', 'Scegli «Aggiungi calendario», poi «Sottoscrivi dal Web», e incolla l’indirizzo.'],
] as const

/** Shows the private address of a member's calendar; null: there is none, and a button makes it. */
export function CalendarFeed({ address }: { address: string | null }) {
  return (
    <section aria-labelledby="calendario">
      <div>
        <h2 id="calendario">Calendario</h2>
        <p className="quiet">
          Le sessioni e le rate dei tuoi corsi nel calendario che usi ogni giorno. Se una data cambia, si
          aggiorna da solo.
        </p>
      </div>
      {address ? (
        <div className="feed">
          <CopyField label="Indirizzo del tuo calendario" value={address} />
          <div className="actions">
            <a className="button" href={address.replace(/^https?:/, 'webcal:')}>
              Apri nel tuo calendario
            </a>
            <Link className="link" to={href('/dashboard/calendario')} preventScrollReset>
              Crea un nuovo indirizzo
            </Link>
          </div>
          <p className="hint">
            È un indirizzo personale: chi lo conosce vede i tuoi corsi. Non condividerlo.
          </p>
          <details>
            <summary>Come aggiungerlo a Google, Apple e Outlook</summary>
            <dl className="pairs">
              {PROGRAMS.map(([program, how]) => (
                <div key={program}>
                  <dt>{program}</dt>
                  <dd>{how}</dd>
                </div>
              ))}
            </dl>
          </details>
        </div>
      ) : (
        <Form method="post" action={href('/dashboard/calendario')} preventScrollReset>
          <Submit name="intent" value="open" busy="Creazione...">
            Crea il tuo indirizzo
          </Submit>
        </Form>
      )}
    </section>
  )
}

import { href, Link, useOutlet } from 'react-router'
import { ACCOUNT_PATH, SECOND_FACTOR_PATH } from '../accounts/pages.rules'
import { memberFrom } from '../accounts/session/session.server'
import { secondFactorOf } from '../accounts/two-factor/queries.server'
import { CalendarFeed } from '../enrolments/mine/feed/calendar-feed'
import { feedAddress } from '../enrolments/mine/feed/queries.server'
import { Form, Submit } from '../ui/forms/form'
import { Icon } from '../ui/icon'
import type { Route } from './+types/account-frame'
import './account.css'
import './account-rows.css'

export async function loader({ context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const { firstName, lastName, email } = member
  const [factor, calendarAddress] = await Promise.all([secondFactorOf(member), feedAddress(member)])
  return { name: `${firstName} ${lastName}`, email, hasSecondFactor: factor !== undefined, calendarAddress }
}

/** The page 'Account', beneath the dialogs of its child pages; the title comes from the page that is open. */
export default function AccountFrame({
  loaderData: { name, email, hasSecondFactor, calendarAddress },
}: Route.ComponentProps) {
  return (
    <>
      {useOutlet()}
      <div className="page account">
        <div className="account-head">
          <Link className="link" to={href('/dashboard')}>
            <Icon name="left" /> Dashboard
          </Link>
          <h1>Account</h1>
          <p className="quiet">
            {name}, {email}
          </p>
        </div>
        <section aria-labelledby="accesso">
          <h2 id="accesso">Password e accessi</h2>
          <div>
            <ul className="account-rows">
              <li>
                <Link to={href('/dashboard/password')} preventScrollReset>
                  Cambia password <small>Gli altri dispositivi vengono scollegati</small>
                </Link>
              </li>
              <li>
                <Link to={SECOND_FACTOR_PATH} preventScrollReset>
                  Verifica in due passaggi: {hasSecondFactor ? 'attiva' : 'non attiva'}{' '}
                  <small>Dopo la password, un codice del tuo telefono</small>
                </Link>
              </li>
              <li>
                <Link to={href('/dashboard/accessi')}>
                  Accessi recenti <small>I dispositivi collegati, e gli ultimi tentativi</small>
                </Link>
              </li>
            </ul>
            <Form method="post" action={ACCOUNT_PATH}>
              <Submit name="intent" value="sign-out-everywhere" busy="Un momento...">
                Esci da tutti i dispositivi
              </Submit>
            </Form>
          </div>
        </section>
        <CalendarFeed address={calendarAddress} />
        <section aria-labelledby="fatturazione">
          <h2 id="fatturazione">Fatturazione</h2>
          <div>
            <p>A chi intestiamo la fattura di quello che paghi: a te, o alla tua azienda.</p>
            <Link className="button" to={href('/dashboard/fatturazione')} preventScrollReset>
              Dati di fatturazione
            </Link>
          </div>
        </section>
        <section aria-labelledby="copia">
          <h2 id="copia">I tuoi dati</h2>
          <div>
            <p>Il profilo, le iscrizioni e tutto ciò che il sito sa di te, in un file.</p>
            <a className="button" href={href('/dashboard/dati.json')}>
              <Icon name="down" /> Scarica i miei dati
            </a>
          </div>
        </section>
        <section className="account-end" aria-labelledby="eliminazione">
          <h2 id="eliminazione">Eliminazione</h2>
          <div>
            <p>
              Spariscono il profilo, le richieste e i posti nei corsi che non sono cominciati. Non si torna
              indietro: prima ti spieghiamo tutto e chiediamo la password.
            </p>
            <Link className="button button-delete" to={href('/dashboard/elimina')} preventScrollReset>
              Elimina il mio account
            </Link>
          </div>
        </section>
      </div>
    </>
  )
}

import { ContactForm } from '../contacts/contact-form'
import { company } from '../content/company'
import { home } from '../content/home'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/contacts.screen'
import { contactFacts, receiveContact } from './contact.server'
import { ContactDetails } from './contact-details'

export async function loader({ url }: Route.LoaderArgs) {
  return contactFacts(url.searchParams.get('corso'))
}

export function action(arrival: Route.ActionArgs) {
  return receiveContact(arrival, '/contatti')
}

/** 'Retry-After', where a limit was reached. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Contacts({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Contatti"
        description={`Telefono, email, sedi e orari della segreteria di ${company.name}.`}
        keywords={['contatti', 'segreteria', 'Ascoli Piceno', 'Fermo', company.name]}
        path="/contatti"
        error={actionData !== undefined}
      />
      <div className="page">
        <div className="page-head">
          <h1>Contatti</h1>
        </div>
      </div>
      <section className="section page split section-first" aria-labelledby="segreteria">
        <div className="split-text">
          <h2 id="segreteria">Segreteria</h2>
          <p>{home.contact.text}</p>
          <ContactDetails />
        </div>
        <ContactForm facts={loaderData} answer={actionData} />
      </section>
      <section className="section page split" aria-labelledby="sedi">
        <h2 id="sedi">Le sedi</h2>
        <dl className="pairs">
          {company.offices.map(({ city, street, postcode, province }) => (
            <div key={city}>
              <dt>{city}</dt>
              <dd>
                {street}, {postcode} {city} ({province})
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

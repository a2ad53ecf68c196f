import { company } from '../content/company'
import { home } from '../content/home'
import { PageHead } from '../ui/page-head'
import { ContactDetails } from './contact-details'

export const handle = { plain: true }

export default function Contacts() {
  return (
    <>
      <PageHead
        title="Contatti"
        description={`Telefono, email, sedi e orari della segreteria di ${company.name}.`}
        keywords={['contatti', 'segreteria', 'Ascoli Piceno', 'Fermo', company.name]}
        path="/contatti"
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
          <a className="button button-main" href={`mailto:${company.email}`}>
            Scrivi alla segreteria
          </a>
        </div>
        <ContactDetails />
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

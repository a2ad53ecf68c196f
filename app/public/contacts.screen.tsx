import { href } from 'react-router'
import { ContactForm } from '../contacts/contact-form'
import { contactFacts, receiveContact } from '../contacts/contact-form.server'
import { today } from '../runtime/clock'
import { officeCities } from '../site/offices'
import { announcedClosures, openingAt } from '../site/opening.server'
import { siteSettings } from '../site/settings'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/contacts.screen'
import { ContactDetails } from './contact-details'
import { CONTACT_INVITATION } from './home-words'
import { OfficeLocations } from './office-locations'
import { structuredOrganizationInDetail } from './structured-organization'
import '../ui/sections.css'
import './contacts.css'

export async function loader(requestContext: Route.LoaderArgs) {
  const contact = await contactFacts(requestContext, requestContext.url.searchParams.get('corso'))
  return { contact, opening: openingAt(new Date()), closures: announcedClosures(today()) }
}

export function action(requestContext: Route.ActionArgs) {
  return receiveContact(requestContext, href('/contatti'))
}

/** Passes on the `Retry-After` of a refusal. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Contacts({
  loaderData: { contact, opening, closures },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Contatti"
        description={`Telefono, email, sedi e orari della segreteria di ${siteSettings().company.name}.`}
        keywords={['contatti', 'segreteria', ...officeCities(), siteSettings().company.name]}
        path={href('/contatti')}
        structured={(origin) =>
          import.meta.env.SSR ? [structuredOrganizationInDetail(origin, closures)] : []
        }
        error={actionData !== undefined}
      />
      <div className="page">
        <div className="page-head">
          <h1>Contatti</h1>
        </div>
      </div>
      <div className="section page split section-first contact">
        <section className="split-text" aria-labelledby="segreteria">
          <h2 id="segreteria">Segreteria</h2>
          <ContactDetails opening={opening} closures={closures} />
        </section>
        <section className="split-text" aria-labelledby="scrivici">
          <h2 id="scrivici" tabIndex={-1}>
            Scrivici
          </h2>
          {!contact.sent && <p>{CONTACT_INVITATION}</p>}
          <ContactForm facts={contact} result={actionData} />
        </section>
      </div>
      <section className="section page" aria-labelledby="sedi">
        <div className="section-head">
          <h2 id="sedi">Le sedi</h2>
        </div>
        <OfficeLocations />
      </section>
    </>
  )
}

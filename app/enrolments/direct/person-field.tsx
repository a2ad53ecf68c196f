import { href, Link } from 'react-router'
import type { SuggestedPerson } from '../../accounts/queries.server'
import { Labelled } from '../../ui/forms/field'
import { SuggestInput } from '../../ui/forms/suggest-input'
import { useSuggestions } from '../../ui/forms/suggestions'

/**
 * The field for the e-mail of a registered person, who is found by name, company or e-mail. `people`: suggestions that
 * came with the page; `newPersonPage`: address of the form that enters a person without an account.
 */
export function PersonField({
  email,
  people,
  error,
  newPersonPage,
}: {
  email: string
  people: SuggestedPerson[]
  error: string | undefined
  newPersonPage: string | undefined
}) {
  const [suggestions, suggest] = useSuggestions<{ people: SuggestedPerson[] }>(
    href('/admin/people/suggerimenti'),
    'q',
  )
  return (
    <Labelled
      label="Email dell’utente"
      name="email"
      error={error}
      hint={
        newPersonPage ? (
          <Link to={newPersonPage}>Inserisci una nuova persona</Link>
        ) : (
          'Scrivi nome, cognome, azienda o email di chi è già registrato.'
        )
      }
    >
      {(control) => (
        <SuggestInput
          {...control}
          name="email"
          type="email"
          required
          defaultValue={email}
          suggest={suggest}
          suggestions={(suggestions?.people ?? people).map(suggestionOf)}
        />
      )}
    </Labelled>
  )
}

function suggestionOf({ email, firstName, lastName, company, confirmed }: SuggestedPerson) {
  const about = [`${firstName} ${lastName}`, company, !confirmed && 'email non confermata']
  return { value: email, about: about.filter(Boolean).join(', ') }
}

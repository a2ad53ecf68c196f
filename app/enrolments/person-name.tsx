import { href, Link } from 'react-router'
import { isDeletedAccount } from '../accounts/rules'

/** The name of a person, the last name first, with a link to their page unless the account is deleted. */
export function PersonName({
  person,
}: {
  person: { id: string; firstName: string; lastName: string; email: string }
}) {
  const name = `${person.lastName} ${person.firstName}`
  return isDeletedAccount(person.email) ? (
    <b>{name}</b>
  ) : (
    <Link className="person-name" to={href('/admin/people/:person', { person: person.id })}>
      {name}
    </Link>
  )
}

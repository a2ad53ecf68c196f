import { siteSettings } from '../../site/settings'

/** The office's address in a text. */
export function OfficeMail() {
  const { email } = siteSettings().company
  return <a href={`mailto:${email}`}>{email}</a>
}

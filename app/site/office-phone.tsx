import { telLink } from '../italian/phones'
import { Icon } from '../ui/icon'
import { siteSettings } from './settings'

/** The telephone number of the office in a sentence. */
export function OfficePhone() {
  const { phone } = siteSettings().company
  return (
    <a className="num" href={telLink(phone)}>
      {phone}
    </a>
  )
}

/** The telephone number of the office as a link of its own. */
export function OfficePhoneLink() {
  const { phone } = siteSettings().company
  return (
    <a className="link" href={telLink(phone)}>
      <Icon name="phone" />
      <span className="num">{phone}</span>
    </a>
  )
}

import { phoneParts } from '../parsing/phone.rules'
import { Icon } from '../ui/icon'

/** What somebody typed as their phone, with a link on each number; words and extensions are no link. */
export function PhoneLinks({
  phone,
  className,
  icon = false,
}: {
  phone: string
  className?: string
  icon?: boolean
}) {
  return phoneParts(phone).map(({ text, link }, i) =>
    link ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text are never reordered, and equal parts may repeat
      <a key={i} className={className} href={link}>
        {icon && <Icon name="phone" />}
        <span className="num">{text}</span>
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text are never reordered, and equal parts may repeat
      <span key={i} className="num">
        {text}
      </span>
    ),
  )
}

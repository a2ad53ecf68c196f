/** An e-mail address; in a narrow place its line breaks before the sign (base.css). A `wbr` would split its name. */
export function MailAddress({ address }: { address: string }) {
  const sign = address.lastIndexOf('@')
  if (sign < 0) return address
  return (
    <>
      {address.slice(0, sign)}
      <span className="mail-domain">{address.slice(sign)}</span>
    </>
  )
}

/** The same, to write to. */
export function MailLink({ address, className }: { address: string; className?: string }) {
  return (
    <a className={className} href={`mailto:${address}`}>
      <MailAddress address={address} />
    </a>
  )
}

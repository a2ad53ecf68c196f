/** An e-mail address that can wrap before its '@' (text.css). */
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

export function MailLink({ address, className }: { address: string; className?: string }) {
  return (
    <a className={className} href={`mailto:${address}`}>
      <MailAddress address={address} />
    </a>
  )
}

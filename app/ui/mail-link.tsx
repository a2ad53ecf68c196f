/** An e-mail address, or a word in its place; where it is narrow it breaks before its sign, rather than elsewhere. */
export function MailAddress({ address }: { address: string }) {
  const sign = address.lastIndexOf('@')
  if (sign < 0) return address
  return (
    <>
      {address.slice(0, sign)}
      <wbr />
      {address.slice(sign)}
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

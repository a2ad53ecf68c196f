/** An e-mail address; in a narrow place it breaks before its sign, rather than within a word. */
export function MailAddress({ address }: { address: string }) {
  const sign = address.lastIndexOf('@')
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

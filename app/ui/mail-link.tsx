/** An e-mail address to write to; in a narrow place it breaks before its sign, rather than within a word. */
export function MailLink({ address, className }: { address: string; className?: string }) {
  const sign = address.lastIndexOf('@')
  return (
    <a className={className} href={`mailto:${address}`}>
      {address.slice(0, sign)}
      <wbr />
      {address.slice(sign)}
    </a>
  )
}

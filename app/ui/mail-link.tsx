/** An e-mail address to write to. */
export function MailLink({ address, className }: { address: string; className?: string }) {
  return (
    <a className={className} href={`mailto:${address}`}>
      {address}
    </a>
  )
}

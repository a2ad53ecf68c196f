import { href } from 'react-router'

/** A link to the PDF receipt of a payment. `of`: names the payment for screen readers. */
export function ReceiptLink({ payment, of }: { payment: string; of: string }) {
  return (
    <a
      href={href('/admin/pagamenti/:payment/ricevuta.pdf', { payment })}
      aria-label={`Ricevuta in PDF: ${of}`}
    >
      Ricevuta
    </a>
  )
}

import { href } from 'react-router'

/**
 * A link to the PDF receipt of a payment that came; a refund has none. `paymentId`: its id; `of`: names the payment for
 * screen readers.
 */
export function ReceiptLink({ paymentId, of }: { paymentId: string; of: string }) {
  return (
    <a
      href={href('/admin/pagamenti/:payment/ricevuta.pdf', { payment: paymentId })}
      aria-label={`Ricevuta in PDF: ${of}`}
    >
      Ricevuta
    </a>
  )
}

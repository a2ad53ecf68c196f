import { href } from 'react-router'

/** To the PDF of the receipt of a payment. `of`: whose payment, or which. */
export function ReceiptLink({ payment, of }: { payment: string; of: string }) {
  return (
    <a
      className="link"
      href={href('/admin/pagamenti/:payment/ricevuta.pdf', { payment })}
      aria-label={`Ricevuta in PDF: ${of}`}
    >
      Ricevuta
    </a>
  )
}

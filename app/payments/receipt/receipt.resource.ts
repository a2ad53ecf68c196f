import { data, href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { drawReceipt } from '../../papers/receipt.server'
import { respondWithPaper } from '../../papers/response.server'
import type { Route } from './+types/receipt.resource'
import { receiptOf } from './queries.server'

/** Serves the PDF receipt of a payment to the office. The log records whose receipt was drawn. */
export async function loader({ params, context, request, url }: Route.LoaderArgs): Promise<Response> {
  const staff = staffFrom(context)
  const receipt = await receiptOf(staff, params.payment)
  if (!receipt) throw data(null, { status: 404 })
  const { facts, enrolmentId, email } = receipt
  return respondWithPaper(
    staff,
    { request, url },
    {
      name: `ricevuta_${facts.reference.replaceAll(' ', '')}_${facts.receivedOn}`,
      draw: () => drawReceipt(facts),
      page: href('/admin/iscrizioni/:enrolment/incasso', { enrolment: enrolmentId }),
      logDetails: { user: email },
    },
  )
}

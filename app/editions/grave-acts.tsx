import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { Phase } from '../courses/phase.rules'
import { toEuros } from '../enrolments/dues/rules'
import { formatCount } from '../italian/numbers'
import { formatPriceInBrief } from '../italian/prices'
import type { OpenMatters } from './edition.queries.server'

/**
 * Links to the pages that postpone, cancel or delete an edition, each with its consequence. `refundCents`: what a
 * cancellation today would give back; `children`: a further action.
 */
export function GraveActs({
  course,
  phase,
  matters: { participants, involved },
  refundCents,
  children,
}: {
  course: string
  phase: Phase
  matters: Pick<OpenMatters, 'participants' | 'involved'>
  refundCents: number
  children: ReactNode
}) {
  const mayDecide = phase !== 'draft' && phase !== 'cancelled' && phase !== 'after'
  return (
    <section className="grave-acts" aria-labelledby="cambiare-o-chiudere">
      <h3 id="cambiare-o-chiudere">Cambiare o chiudere l’edizione</h3>
      <ul>
        {mayDecide && (
          <>
            <li>
              <p>
                <b>Rinvia l’edizione</b>
                {newDatesInWords(participants)}
              </p>
              <Link className="button button-small" to={href('/admin/courses/:course/rinvia', { course })}>
                Rinvia l’edizione…
              </Link>
            </li>
            <li>
              <p>
                <b>Annulla l’edizione</b>
                Non si fa più:{' '}
                {involved === 0
                  ? 'nessuno da avvisare'
                  : formatCount(involved, 'persona avvisata', 'persone avvisate')}
                {refundCents > 0 && `, ${formatPriceInBrief(toEuros(refundCents))} da restituire`}. Si può
                ripristinare finché le email non partono.
              </p>
              <Link
                className="button button-small button-grave"
                to={href('/admin/courses/:course/annulla-edizione', { course })}
              >
                Annulla l’edizione…
              </Link>
            </li>
          </>
        )}
        <li>{children}</li>
        <li>
          <p>
            <b>Elimina</b>
            Sparisce da ogni elenco; chi era iscritto lo trova ancora nella sua area. Si può ripristinare
            subito dopo; più tardi lo fa un amministratore.
          </p>
          <Link
            className="button button-small button-grave"
            to={href('/admin/courses/:course/elimina', { course })}
          >
            Elimina…
          </Link>
        </li>
      </ul>
    </section>
  )
}

/** `participants`: how many are asked about new dates. */
function newDatesInWords(participants: number): string {
  if (participants === 0) return 'Nuove date; nessuno partecipa ancora.'
  const asked = formatCount(participants, 'persona conferma o disdice', 'persone confermano o disdicono')
  return `Nuove date: ${asked} senza costi.`
}

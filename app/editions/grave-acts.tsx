import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { Phase } from '../courses/phase.rules'
import { toEuros } from '../enrolments/dues/rules'
import { formatCount } from '../italian/numbers'
import { formatPriceInBrief } from '../italian/prices'

/**
 * Links to the pages that postpone, cancel or delete an edition, each with its consequence. `people`: how many
 * participants there are; `refundCents`: what a cancellation today would give back; `children`: a further action.
 */
export function GraveActs({
  course,
  phase,
  people,
  refundCents,
  children,
}: {
  course: string
  phase: Phase
  people: number
  refundCents: number
  children: ReactNode
}) {
  if (phase === 'archived') return null
  const mayDecide = phase !== 'draft' && phase !== 'cancelled' && phase !== 'after'
  const peopleInWords = people > 0 ? formatCount(people, 'iscritto', 'iscritti') : 'nessuno'
  return (
    <section className="grave-acts" aria-labelledby="cambiare-o-chiudere">
      <h3 id="cambiare-o-chiudere">Cambiare o chiudere l’edizione</h3>
      <ul>
        {mayDecide && (
          <>
            <li>
              <p>
                <b>Rinvia l’edizione</b>
                {people > 0
                  ? `Nuove date: ${formatCount(people, 'iscritto conferma o disdice', 'iscritti confermano o disdicono')} senza costi.`
                  : 'Nuove date; nessuno è ancora iscritto.'}
              </p>
              <Link className="button button-small" to={href('/admin/courses/:course/rinvia', { course })}>
                Rinvia l’edizione…
              </Link>
            </li>
            <li>
              <p>
                <b>Annulla l’edizione</b>
                Non si fa più: {peopleInWords}{' '}
                {people > 1 ? 'avvisati' : people === 1 ? 'avvisato' : 'da avvisare'}
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

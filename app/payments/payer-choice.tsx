import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Submit } from '../ui/forms/form'
import { addressWith } from '../ui/query'
import { type ChoiceWords, ChosenRows } from '../ui/tables/chosen-rows'

const WORDS: ChoiceWords = {
  label: 'Iscrizioni scelte',
  all: 'Scegli tutte',
  none: 'Deseleziona tutte',
  singular: 'scelta',
  plural: 'scelte',
  another: 'un’altra',
  others: 'altre',
}

/**
 * Rows of people with something to pay, and the button that reminds the chosen ones. `ids`: their enrolments; `page`:
 * address to lead back to.
 */
export function PayerChoice({ ids, page, children }: { ids: string[]; page: string; children: ReactNode }) {
  return (
    <ChosenRows
      ids={ids}
      page={addressWith(href('/admin/pagamenti/promemoria'), { torna: page })}
      words={WORDS}
      acts={() => (
        <Submit className="button" busy="Un momento...">
          Manda un promemoria
        </Submit>
      )}
    >
      {children}
    </ChosenRows>
  )
}

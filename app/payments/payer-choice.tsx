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
 * A table of enrolments that can be chosen, and the button that sends a reminder to the people of the chosen ones.
 * `ids`: the enrolments that can be chosen; `page`: the address that the reminders lead back to; `children`: the table.
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

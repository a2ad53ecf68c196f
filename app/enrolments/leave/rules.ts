import { REASON_LIMIT } from '../rules'

/**
 * The reasons that the office chooses from when it cancels an enrolment, by their word in the form; with 'altro' it has
 * to type one.
 */
export const CANCEL_REASONS = {
  chiesto: 'Lo hai chiesto tu',
  pagamento: 'Il pagamento non è arrivato',
  requisiti: 'Mancano i requisiti per questo corso',
  altro: 'Altro',
} as const

const SEPARATOR = '. '

/** Most characters that the office may type after any chosen reason, so that both fit into `REASON_LIMIT`. */
export const TYPED_REASON_LIMIT =
  REASON_LIMIT - SEPARATOR.length - Math.max(...Object.values(CANCEL_REASONS).map(({ length }) => length))

/**
 * Joins the chosen reason and the typed one to the reason of a cancellation; '' if there is neither. `chosen`: a key of
 * `CANCEL_REASONS`.
 */
export function cancelReason(chosen: string, typed: string): string {
  const isReason = (word: string): word is keyof typeof CANCEL_REASONS => Object.hasOwn(CANCEL_REASONS, word)
  const chosenReason = chosen !== 'altro' && isReason(chosen) && CANCEL_REASONS[chosen]
  return [chosenReason, typed.trim()].filter(Boolean).join(SEPARATOR)
}

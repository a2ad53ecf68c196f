/** Reasons that the office chooses from when it cancels an enrolment; with 'altro' it has to write one. */
export const CANCEL_REASONS = {
  chiesto: 'Lo hai chiesto tu',
  pagamento: 'Il pagamento non è arrivato',
  requisiti: 'Mancano i requisiti per questo corso',
  altro: 'Altro',
} as const

/** Joins the chosen reason and the typed words to the reason of a cancellation; '' if there is neither. */
export function cancelReason(chosen: string, words: string): string {
  const isReason = (word: string): word is keyof typeof CANCEL_REASONS => Object.hasOwn(CANCEL_REASONS, word)
  const known = chosen !== 'altro' && isReason(chosen) && CANCEL_REASONS[chosen]
  return [known, words.trim()].filter(Boolean).join('. ')
}

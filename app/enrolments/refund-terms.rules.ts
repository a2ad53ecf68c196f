/** Days from the contract within which a consumer may withdraw (Codice del consumo, from art. 52). */
export const WITHDRAWAL_DAYS = 14

/** A cancellation at least so many days before the start is refunded in full. */
export const FULL_REFUND_DAYS = 14
/**
 * Percent that is retained at a cancellation less than `FULL_REFUND_DAYS` before the start: of what was paid, up to
 * what was owed.
 */
export const PENALTY_PERCENT = 30
/** The penalty as a clause. */
export const PENALTY_CLAUSE = `si applica una penale del ${PENALTY_PERCENT}%`
/** When a cancellation is free and what it costs later, as a clause. */
export const REFUND_TERMS = `se disdici fino a ${FULL_REFUND_DAYS} giorni prima dell’inizio del corso il rimborso è completo; dopo ${PENALTY_CLAUSE}`

/** The terms of cancellation, as people read them. */
export const CANCELLATION_TERMS = `Se ti iscrivi come consumatore puoi recedere entro ${WITHDRAWAL_DAYS} giorni dalla conclusione del contratto, senza dare spiegazioni. In ogni caso, ${REFUND_TERMS}.`

/** A consumer withdraws within so many days of the contract (artt. 52 ff. of the Codice del consumo). */
export const WITHDRAWAL_DAYS = 14

/** Days before the start until which the refund is full. */
export const FULL_REFUND_DAYS = 14
/** Of what was paid, after that day. */
export const PENALTY_PERCENT = 30
export const PENALTY = `si applica una penale del ${PENALTY_PERCENT}%`
export const REFUND_TERMS = `se disdici fino a ${FULL_REFUND_DAYS} giorni prima dell’inizio del corso il rimborso è completo; dopo ${PENALTY}`

/** What a person is told who asks whether they may still give up their place. */
export const CANCELLATION_TERMS = `Se ti iscrivi come consumatore puoi recedere entro ${WITHDRAWAL_DAYS} giorni dalla conclusione del contratto, senza dare spiegazioni. In ogni caso, ${REFUND_TERMS}.`

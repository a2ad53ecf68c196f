/** How money came or went back, in the order of a form. */
export const PAYMENT_METHODS = ['transfer', 'cash', 'card', 'other'] as const

/** Before a due, seven days after it, and the last one, which a person chooses. */
export const PAYMENT_REMINDERS = ['before', 'first', 'second'] as const

/** To whom an invoice goes. */
export const BILLING_KINDS = ['person', 'company'] as const

/** The digits without the Italian prefix: the rule of the columns `phone_digits`. */
export function phoneDigits(phone: string): string {
  return phone.replace(/^[^0-9+]*(\+|00)[^0-9]*39/, '').replace(/[^0-9]/g, '')
}

const LEAST = 4
const PHONE = /^[\d\s+()./-]+$/

/** The digits that a typed phone number, or a part of at least 4 digits, may stand for; [] for other text. */
export function phonesIn(typed: string): string[] {
  const digits = PHONE.test(typed) ? phoneDigits(typed) : ''
  if (digits.length < LEAST) return []
  return /^39\d{8,}$/.test(digits) ? [digits, digits.slice(2)] : [digits]
}

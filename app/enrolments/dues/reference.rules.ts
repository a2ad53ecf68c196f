/** The remainder by 97 of a text read as a number, where A stands for 10 and Z for 35 (ISO 11649). */
function modulo97(text: string): number {
  return [...text].reduce((remainder, character) => {
    const value = Number.parseInt(character, 36)
    return (remainder * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
}

/**
 * Writes the number of an enrolment as a creditor reference (ISO 11649): 1042 → 'RF97001042'. Its two check digits, 98
 * minus a remainder, reveal typing errors.
 */
export function creditorReference(number: number): string {
  const digits = String(number).padStart(6, '0')
  return `RF${String(98 - modulo97(`${digits}RF00`)).padStart(2, '0')}${digits}`
}

/** Writes a reference in groups of four: 'RF97001042' → 'RF97 0010 42'. */
export const spacedReference = (reference: string) => reference.replace(/(.{4})(?=.)/g, '$1 ')

/** Reads the number of an enrolment from a creditor reference, in any spacing and case; null if it is not valid. */
export function referenceNumber(text: string): number | null {
  const reference = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const isValid = /^RF\d{8,}$/.test(reference) && modulo97(reference.slice(4) + reference.slice(0, 4)) === 1
  return isValid ? Number(reference.slice(4)) : null
}

/** 'RF97 0010 42 Giulia Rossi': the causale of a transfer, by which the payment is recognised. */
export function causaleOf(number: number, person: { firstName: string; lastName: string }): string {
  return `${spacedReference(creditorReference(number))} ${person.firstName} ${person.lastName}`
}

/** ISO 11649: of the figures that stand for a text, where A is 10 and Z is 35. */
function modulo97(text: string): number {
  return [...text].reduce((rest, character) => {
    const value = Number.parseInt(character, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
}

/** 1042 → 'RF97001042': a creditor reference, whose two check digits find a wrong digit and a swap of neighbours. */
export function creditorReference(number: number): string {
  const digits = String(number).padStart(6, '0')
  return `RF${String(98 - modulo97(`${digits}RF00`)).padStart(2, '0')}${digits}`
}

/** 'RF97001042' → 'RF97 0010 42' */
export const spacedReference = (reference: string) => reference.replace(/(.{4})(?=.)/g, '$1 ')

/** The number of a reference, with or without spaces and in small letters; null if its check digits are wrong. */
export function referenceNumber(text: string): number | null {
  const reference = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const isValid = /^RF\d{8,}$/.test(reference) && modulo97(reference.slice(4) + reference.slice(0, 4)) === 1
  return isValid ? Number(reference.slice(4)) : null
}

/** 'RF97 0010 42 Giulia Rossi': the causale of a transfer, by which the payment is recognised. */
export function causaleOf(number: number, person: { firstName: string; lastName: string }): string {
  return `${spacedReference(creditorReference(number))} ${person.firstName} ${person.lastName}`
}

/** Months, and the digits that another letter stands for where two people would have the same code ('omocodia'). */
const TAX_CODE = /^[A-Z]{6}[\dLMNP-V]{2}[A-EHLMPRST][\dLMNP-V]{2}[A-Z][\dLMNP-V]{3}[A-Z]$/

/** Values of the characters in odd places, from A; a digit has that of the letter in its place. */
const ODD_VALUES = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

const placeOf = (character: string) =>
  /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65

/** Whether a tax code of a person has its form and its last letter (decree of 23 December 1976). */
export function isTaxCode(code: string): boolean {
  if (!TAX_CODE.test(code)) return false
  const sum = [...code.slice(0, -1)]
    .map((character, index) => (index % 2 === 0 ? ODD_VALUES[placeOf(character)] : placeOf(character)))
    .reduce<number>((total, value = 0) => total + value, 0)
  return code.endsWith(String.fromCharCode(65 + (sum % 26)))
}

/** Whether 11 digits end with their check digit (Luhn), as VAT numbers and tax codes of companies do. */
export function isVatNumber(code: string): boolean {
  if (!/^\d{11}$/.test(code) || /^0+$/.test(code)) return false
  const sum = [...code]
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}

/** The fewest and most characters of a password. */
export const PASSWORD_MIN = 6
export const SHORT_PASSWORD = `La password deve avere almeno ${PASSWORD_MIN} caratteri`
export const PASSWORD_MAX = 128
export const STAFF_PASSWORD_MIN = 12

/**
 * Returns Italian sentences that tell why a password is too weak; [] for a good one. Staff need more characters than a
 * member, which is the default `role`.
 */
export function passwordWeaknesses(
  password: string,
  person: { email: string; firstName: string; lastName: string; role?: string },
): string[] {
  const lettersAndDigits = lettersAndDigitsOf(password)
  const isPersonal = [
    person.firstName,
    person.lastName,
    `${person.firstName}${person.lastName}`,
    person.email.split('@')[0] ?? '',
  ]
    .map(lettersAndDigitsOf)
    // A name of one to three letters occurs in too many passwords: it counts only if it is the whole password.
    .some(
      (word) => word && (lettersAndDigits === word || (word.length >= 4 && lettersAndDigits.includes(word))),
    )

  const minLength = (person.role ?? 'member') === 'member' ? PASSWORD_MIN : STAFF_PASSWORD_MIN
  const shortSentence =
    minLength === PASSWORD_MIN
      ? SHORT_PASSWORD
      : `La password di chi lavora nel pannello deve avere almeno ${STAFF_PASSWORD_MIN} caratteri.`
  return [
    password.length < minLength && shortSentence,
    password.length > PASSWORD_MAX && `La password può avere al massimo ${PASSWORD_MAX} caratteri.`,
    isPersonal && 'Questa password contiene il tuo nome o il tuo indirizzo email.',
  ].filter((reason) => reason !== false)
}

const lettersAndDigitsOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

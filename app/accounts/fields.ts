import { z } from 'zod'
import { EMAIL_ADDRESS, emailAddressesIn } from '../parsing/emails.rules'
import { hasPhone } from '../parsing/phone.rules'
import { tidy, tooLong } from '../parsing/text.rules'
import { looksLikeLink } from './names.rules'
import { PASSWORD_MAX, PASSWORD_MIN, SHORT_PASSWORD } from './passwords/rules'
import { COMPANY_MAX, EMAIL_MAX, NAME_MAX, NAME_MIN, normalEmail, PHONE_MAX, SHORT_NAME } from './rules'

/** Zod's error for a text of more than `most` characters. */
export const tooLongError =
  (most: number) =>
  ({ input }: { input?: unknown }) =>
    tooLong(most, String(input ?? '').length)

/**
 * A text before tidying, of at most twice the characters that it may have afterwards (`most`). `sentence`: the error
 * for a missing one.
 */
export const untidyText = (most: number, sentence?: string) =>
  z.string(sentence).max(2 * most, { error: tooLongError(most) })

/** A required line of `least` to `most` characters after tidying. `sentence`: the error for a missing or short one. */
export const requiredLine = (least: number, most: number, sentence: string) =>
  untidyText(most, sentence)
    .transform(tidy)
    .pipe(
      z
        .string()
        .min(least, sentence)
        .max(most, { error: tooLongError(most) }),
    )

/** A name. One that a mail program would turn into a link is refused, because e-mails greet people by name. */
const nameField = (sentence: string) =>
  requiredLine(NAME_MIN, NAME_MAX, sentence).refine(
    (text) => !looksLikeLink(text),
    'Scrivi un nome, senza indirizzi',
  )

export const firstName = nameField(SHORT_NAME)
export const lastName = nameField(`Il cognome deve avere almeno ${NAME_MIN} caratteri`)

export const email = z
  .string('Email non valida')
  .max(2 * EMAIL_MAX, 'Email non valida')
  .refine((text) => emailAddressesIn(text).length <= 1, 'Email non valida: scrivi un solo indirizzo')
  .transform(normalEmail)
  .pipe(z.email({ pattern: EMAIL_ADDRESS, error: 'Email non valida' }).max(EMAIL_MAX, 'Email non valida'))

export const password = z
  .string(SHORT_PASSWORD)
  .min(PASSWORD_MIN, SHORT_PASSWORD)
  .max(PASSWORD_MAX, `La password può avere al massimo ${PASSWORD_MAX} caratteri`)

export const currentPassword = z
  .string()
  .min(1, 'Scrivi la password attuale')
  // No password has more characters, so a longer text is a wrong password.
  .max(PASSWORD_MAX, 'La password attuale non è corretta.')

/** A line of at most `most` characters after tidying; null when it is missing or empty. */
export const optionalLine = (most: number) =>
  untidyText(most)
    .default('')
    .transform((text) => tidy(text) || null)
    .pipe(
      z
        .string()
        .max(most, { error: tooLongError(most) })
        .nullable(),
    )

/** Optional; a text that holds no phone number is refused. */
export const phone = optionalLine(PHONE_MAX).refine(
  (text) => text === null || hasPhone(text),
  'Numero di telefono non valido',
)
export const companyField = optionalLine(COMPANY_MAX)

export const profile = z.object({ firstName, lastName, phone, company: companyField })

/** The fields of a new password, which is typed twice (`hasMatchingPasswords`). */
export const newPassword = { password, confirmPassword: password }

/** Whether both passwords of a form are the same. The error `DIFFERENT_PASSWORDS` is shown beside the second. */
export function hasMatchingPasswords<Form extends { password: string; confirmPassword: string }>(
  form: Form,
): boolean {
  return form.password === form.confirmPassword
}
export const DIFFERENT_PASSWORDS = { error: 'Le password non coincidono', path: ['confirmPassword'] }

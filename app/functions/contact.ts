import { z } from 'zod'
import * as fields from '../accounts/fields'
import { NAME_MAX, PHONE_MAX, tidy } from '../accounts/rules'
import type { Contract } from './contract'

/** Longest message of the form with all that it is composed of, in characters. */
const MESSAGE_MAX = 5_000

const text = (least: number, most: number, tooShort: string) =>
  z
    .string()
    .transform(tidy)
    .pipe(z.string().min(least, tooShort).max(most, `Al massimo ${most} caratteri`))

/** The contact form for programs; the surname may be empty, as the form splits one name at its first space. */
export const CONTACT = {
  name: 'handle-contact-form',
  summary: 'Scrivere alla segreteria',
  description: [
    'Come il modulo dei contatti: il messaggio arriva alla segreteria e a chi scrive giunge una conferma.',
  ],
  access: 'everybody',
  body: z.strictObject({
    name: text(1, NAME_MAX, 'Il nome è obbligatorio').describe('Il nome'),
    surname: text(0, NAME_MAX, '').describe('Il cognome; può essere vuoto'),
    email: fields.email.describe('L’indirizzo a cui rispondere'),
    phone: text(5, PHONE_MAX, 'Numero di telefono non valido').describe('Il telefono'),
    message: z
      .string()
      .transform((sent) => sent.replaceAll('\0', '').toWellFormed().trim())
      .pipe(z.string().max(MESSAGE_MAX, `Al massimo ${MESSAGE_MAX} caratteri`))
      .describe('Il messaggio; può essere vuoto'),
  }),
  answer: z.strictObject({}),
  example: {
    name: 'Giulia',
    surname: 'Rossi',
    email: 'giulia@example.it',
    phone: '0736 000000',
    message: 'Quando comincia il corso?',
  },
  refusals: { 429: 'Troppi messaggi nell’ora; Retry-After dice tra quanti secondi riprovare.' },
} as const satisfies Contract

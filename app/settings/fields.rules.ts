import { tidy, tooLong } from '../parsing/text.rules'

/**
 * Reads the texts of a form. `typed`: the tidied texts; `errors`: a sentence for each text that is longer than its
 * limit, or empty though `required`.
 */
export function readFields<Field extends string>(
  text: Partial<Record<NoInfer<Field>, string>>,
  limits: Record<Field, number>,
  required: readonly NoInfer<Field>[] = [],
) {
  const typed = {} as Record<Field, string>
  const errors: Partial<Record<Field, string>> = {}
  for (const field of Object.keys(limits) as Field[]) {
    const { length } = text[field] ?? ''
    typed[field] = tidy(text[field] ?? '')
    if (length > limits[field]) errors[field] = tooLong(limits[field], length)
    else if (required.includes(field) && !typed[field]) errors[field] = 'Serve: il sito lo mostra'
  }
  return { typed, errors }
}

/** 'sei cifre' → 'Sei cifre' */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 'In presenza' → 'in presenza'; acronyms stay: 'FAD sincrona'. */
export function uncapitalize(text: string): string {
  return /^.\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

/** 'corsi, date e prezzi' */
export function listInWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} e ${last}` : last
}

/** '+39 0736/12.34.56' → 'tel:+390736123456' */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '')}`
}

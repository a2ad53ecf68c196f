const DAY = 86_400_000

/** From this age on a request is shown as late, in days (design reference). */
const LATE_DAYS = 5

/** How long a request has waited, in words: 'da pochi minuti', 'da 3 ore', 'da ieri', 'da 5 giorni'. */
export function ageOf(requestedAt: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - requestedAt.getTime()) / 60_000)
  if (minutes < 60) return minutes < 5 ? 'adesso' : 'da pochi minuti'
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? 'da un’ora' : `da ${hours} ore`
  const days = Math.floor(hours / 24)
  return days === 1 ? 'da ieri' : `da ${days} giorni`
}

export function isLate(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() >= LATE_DAYS * DAY
}

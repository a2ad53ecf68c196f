/** One session: days as YYYY-MM-DD, times as HH:MM in Italy, either time may be missing. */
export type SessionFacts = {
  startDate: string
  startTime?: string | null
  endDate: string
  endTime?: string | null
  hours?: number | null
}

/** First day, last day and total hours of a course, which follow from its sessions (decisions §4). */
export function spanOf(sessions: readonly SessionFacts[]) {
  const hours = sessions.flatMap((session) => session.hours ?? [])
  return {
    startDate: sessions.map((session) => session.startDate).sort()[0] ?? null,
    endDate:
      sessions
        .map((session) => session.endDate)
        .sort()
        .at(-1) ?? null,
    totalHours: hours.length ? Math.round(hours.reduce((sum, n) => sum + n, 0) * 100) / 100 : null,
  }
}

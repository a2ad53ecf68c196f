import { tidy } from './text.rules'

const TIME = /^(\d{1,2})(?:[.:,h](\d{2}))?$/

/** Reads a typed time: '8' → '8:00'; '8.30', '8h30' and '08:30' → '8:30'; null for another text. */
export function readTime(text: string): string | null {
  const [, hour, minute = '00'] = TIME.exec(tidy(text)) ?? []
  return hour && Number(hour) < 24 && Number(minute) < 60 ? `${Number(hour)}:${minute}` : null
}

/** Minutes since midnight. `time`: 'H:MM' or 'HH:MM:SS'. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** `holidays`: sentences about the public holidays on which moved sessions fall; no session is moved away from them. */
export function HolidaysNote({ holidays }: { holidays: string[] }) {
  return holidays.length > 0 && <p className="few">{holidays.join('. ')}. Controlla il calendario.</p>
}

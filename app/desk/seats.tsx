import { formatCount } from '../ui/format'

type Filling = { comingSoon?: boolean; seatsTaken: number; maxPartecipanti: number | null }

/** How full a course is, in figures and as a bar. A coming course has no seats yet. */
export function Seats({ course: { comingSoon, seatsTaken, maxPartecipanti } }: { course: Filling }) {
  if (comingSoon && seatsTaken === 0) return <div>–</div>
  if (!maxPartecipanti) return <div>{formatCount(seatsTaken, 'iscritto', 'iscritti')}</div>
  const filled = Math.min(120, Math.round((120 * seatsTaken) / maxPartecipanti))
  return (
    <div>
      {seatsTaken} di {maxPartecipanti}
      <svg className="seats" viewBox="0 0 120 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width="120" height="6" />
        <rect
          className={seatsTaken >= maxPartecipanti ? 'seats-full' : undefined}
          width={filled}
          height="6"
        />
      </svg>
    </div>
  )
}

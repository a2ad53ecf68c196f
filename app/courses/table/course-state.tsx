type Facts = { draft: boolean; comingSoon: boolean; cancelledAt: Date | null }

/** 'Stato' of the office's tables, and what an edition is besides. */
export function CourseStateTag({ course: { draft, comingSoon, cancelledAt } }: { course: Facts }) {
  if (cancelledAt) return <span className="state state-rejected">Annullata</span>
  if (draft) return <span className="state state-draft">Bozza</span>
  if (comingSoon) return <span className="state state-coming">In Arrivo</span>
  return <span className="state state-published">Pubblicato</span>
}

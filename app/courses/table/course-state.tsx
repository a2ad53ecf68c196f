type Facts = { draft: boolean; comingSoon: boolean; cancelledAt: Date | null }

/** The state of a course in the office's tables, apart from its dates: cancelled, draft, coming or published. */
export function CourseStateTag({ course: { draft, comingSoon, cancelledAt } }: { course: Facts }) {
  if (cancelledAt) return <span className="state state-rejected">Annullata</span>
  if (draft) return <span className="state state-draft">Bozza</span>
  if (comingSoon) return <span className="state state-coming">In Arrivo</span>
  return <span className="state state-published">Pubblicato</span>
}

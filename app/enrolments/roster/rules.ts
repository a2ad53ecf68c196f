// ── Who is in a course ──────────────────────────────────────────────────────────────────────────────
/** Rows of a page. */
export const ROSTER_PAGE = 50

/** Rows of the page that is printed. */
export const PRINTED_MOST = 1000

/** How many editions of a series the pages of the office list. */
export const MOST_EDITIONS_LISTED = 50

export type SeriesRefusal = 'unknown' | 'archived' | 'itself' | 'together' | 'alone'

const SENTENCES: Record<SeriesRefusal, string> = {
  unknown: 'questo corso non esiste',
  archived: 'questo corso è stato eliminato',
  itself: 'un corso non si unisce a sé stesso',
  together: 'sono già edizioni dello stesso corso',
  alone: 'questo corso non ha altre edizioni',
}

/** The reason of a refusal, as the end of the sentence 'Si è verificato un errore: …'. */
export function explainSeriesRefusal({ refusal }: { refusal: SeriesRefusal }): string {
  return SENTENCES[refusal]
}

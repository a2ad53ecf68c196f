/** Who may read a document of a course (decisions §4): everybody, those enrolled, the office. */
export const VISIBILITIES = ['pubblico', 'iscritti', 'ufficio'] as const

/**
 * The accounts of the demo. They exist only together with demo data. A public site does not start while one of them has
 * this password (`first-data.server.ts`).
 */
export const DEMO_ACCOUNTS = {
  admin: {
    email: 'segreteria@example.org',
    password: 'travertino-e-inchiostro',
    firstName: 'Anna',
    lastName: 'Conti',
  },
  member: {
    email: 'giulia.rossi@example.org',
    password: 'loggia-di-ascoli',
    firstName: 'Giulia',
    lastName: 'Rossi',
  },
  teacher: {
    email: 'luca.morganti@example.org',
    password: 'lavagna-e-gessetti',
    firstName: 'Luca',
    lastName: 'Morganti',
  },
} as const

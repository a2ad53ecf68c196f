/**
 * The two sign-ins of the demo. They exist only where demo data are loaded (decisions §9: never with a public
 * origin), they are printed on the console and stand in the README, so they are no secret.
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
} as const

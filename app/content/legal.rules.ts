/** The pages whose text has versions, by their address, in the order of the footer. */
export const LEGAL_NAMES = ['privacy-policy', 'cookie-policy', 'note-legali', 'accessibilita'] as const
export type LegalName = (typeof LEGAL_NAMES)[number]

export const isLegalName = (name: string): name is LegalName => LEGAL_NAMES.some((known) => known === name)

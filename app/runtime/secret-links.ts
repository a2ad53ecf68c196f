/**
 * Pages that open for whoever has their address: a calendar, an offered seat, an interest. As alternatives of a regular
 * expression.
 */
export const SECRET_PAGES = 'calendario|offerte|avvisi'

/** What comes before the secret of a link: the tokens of accounts, and the pages above. */
const BEFORE_SECRET = `(?:\\btoken=|/(?:${SECRET_PAGES})/)`

const HAS_SECRET_LINK = new RegExp(BEFORE_SECRET)
const SECRETS = new RegExp(`(${BEFORE_SECRET})[\\w-]+`, 'g')

/** Whether the text has a link that lets in whoever opens it; true also after `withoutSecrets`. */
export const hasSecretLink = (text: string) => HAS_SECRET_LINK.test(text)

/** The text with '…' in place of the secrets of its links. */
export const withoutSecrets = (text: string) => text.replace(SECRETS, '$1…')

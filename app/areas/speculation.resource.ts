import { LEGAL_PAGES } from '../content/legal'

const READ_BY_ALL = ['/', '/corsi', '/corsi?*', '/corsi/:slug', '/contatti', '/chi-siamo']

/**
 * Speculation rules (the answer to a stranger names them): a browser may make the next page ready while the reader's
 * finger is still on its link. Only pages that change nothing when they are asked for.
 */
export function loader() {
  const paths = [...READ_BY_ALL, ...LEGAL_PAGES.map(({ path }) => path)]
  const rules = { prerender: [{ where: { href_matches: paths }, eagerness: 'moderate' }] }
  const headers = {
    'Content-Type': 'application/speculationrules+json',
    'Cache-Control': 'public, max-age=86400',
  }
  return new Response(JSON.stringify(rules), { headers })
}

import type { Register } from 'react-router'
import { legalPath } from '../../content/legal'
import { LEGAL_NAMES } from '../../content/legal.rules'

type Pattern = keyof Register['pages'] | '/corsi?*'

/** The public pages whose opening has no side effects, without the legal pages. */
const PRERENDERED_PAGES: readonly Pattern[] = [
  '/',
  '/corsi',
  '/corsi?*',
  '/corsi/:slug',
  '/contatti',
  '/chi-siamo',
]

/** Serves the speculation rules: browsers may prerender these pages from links that open in the same tab. */
export function loader() {
  const paths = [...PRERENDERED_PAGES, ...LEGAL_NAMES.map(legalPath)]
  const where = { and: [{ href_matches: paths }, { not: { selector_matches: '[target]' } }] }
  const rules = { prerender: [{ where, eagerness: 'moderate' }] }
  const headers = {
    'Content-Type': 'application/speculationrules+json',
    'Cache-Control': 'public, max-age=86400',
  }
  return new Response(JSON.stringify(rules), { headers })
}

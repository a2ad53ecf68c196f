import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { href } from 'react-router'
import { catalogueAddress } from '../../catalogue/filters.rules'
import { legalPath } from '../../content/legal'
import { LEGAL_NAMES } from '../../content/legal.rules'
import { catalogueExtent, listedInBatches } from '../../courses/queries.server'
import { env } from '../../runtime/env.server'
import { legalPageNow } from '../../site/legal.server'

/** `changed`: the moment or the day (YYYY-MM-DD) of the last change; absent or null if it is unknown. */
type Page = { path: string; changed?: Date | string | null }

/**
 * Serves the sitemap: public pages, with their last change if it is known. Courses are read in batches as it streams.
 */
export async function loader() {
  const { pages, comingPages, changedAt } = await catalogueExtent()
  // The first page of the coming courses is part of the first page of the catalogue.
  const lists = [
    ...Array.from({ length: pages }, (_, i) => catalogueAddress({ page: i + 1 })),
    ...Array.from({ length: comingPages - 1 }, (_, i) => catalogueAddress({ comingPage: i + 2 })),
  ]
  const fixed: Page[] = [
    { path: '/', changed: changedAt },
    ...lists.map((path) => ({ path, changed: changedAt })),
    { path: href('/contatti') },
    { path: href('/chi-siamo') },
    ...LEGAL_NAMES.map((page) => ({ path: legalPath(page), changed: legalPageNow(page).inForceFrom })),
  ]

  async function* written() {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    yield fixed.map(entry).join('')
    for await (const batch of listedInBatches()) {
      yield batch
        .map(({ slug, updatedAt }) => entry({ path: href('/corsi/:slug', { slug }), changed: updatedAt }))
        .join('')
    }
    yield '</urlset>\n'
  }
  return new Response(createReadableStreamFromReadable(Readable.from(written())), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
}

/** The entry of a page. Slugs and the other addresses contain nothing that needs to be escaped for XML. */
function entry({ path, changed }: Page): string {
  const lastChange = changed instanceof Date ? changed.toISOString() : changed
  return `<url><loc>${env.publicOrigin}${path}</loc>${lastChange ? `<lastmod>${lastChange}</lastmod>` : ''}</url>\n`
}

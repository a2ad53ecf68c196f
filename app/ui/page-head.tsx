import { href, useRouteLoaderData } from 'react-router'
import type { Graph, Thing } from 'schema-dts'

type Site = { site: { name: string; origin: string } }

/**
 * Title and metadata of a page. `path`: the address under which it is shared, mostly its own; without it the page has
 * no data for sharing; `canonical`: whether search engines are told that `path` is the page to list, as by the unlisted
 * filters of a list; `image`: path of an image of 1200 × 630; `structured`: returns data of schema.org, of which only
 * the server writes anything; `error`: whether the title says that the form has errors.
 */
export function PageHead({
  title,
  description,
  path,
  image,
  keywords,
  noindex = false,
  canonical = !noindex,
  error = false,
  structured,
}: {
  title: string
  description?: string
  path?: string
  image?: string
  keywords?: readonly string[]
  noindex?: boolean
  canonical?: boolean
  error?: boolean
  structured?: (origin: string) => Thing[]
}) {
  const site = useRouteLoaderData<Site>('root')?.site
  const fullTitle = `${error ? 'Errore: ' : ''}${title}${site ? ` | ${site.name}` : ''}`
  const address = site && path && site.origin + path
  const imageDescription = image ? `Copertina: ${title}` : site?.name
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="robots" content={noindex ? 'noindex' : 'index, follow'} />
      {description && <meta name="description" content={description} />}
      {keywords && <meta name="keywords" content={keywords.join(', ')} />}
      {address && (
        <>
          {canonical && <link rel="canonical" href={address} />}
          <link rel="alternate" hrefLang="it" href={address} />
          <meta property="og:url" content={address} />
          <meta property="og:type" content="website" />
          <meta property="og:locale" content="it_IT" />
          <meta property="og:site_name" content={site.name} />
          <meta property="og:title" content={title} />
          {description && <meta property="og:description" content={description} />}
          <meta property="og:image" content={site.origin + (image ?? href('/anteprima.png'))} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={imageDescription} />
          <meta name="twitter:image:alt" content={imageDescription} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {site && structured && <StructuredData things={structured(site.origin)} />}
    </>
  )
}

/** JSON-LD, with '<' escaped so that no text ends the script. Hydration keeps what the server has written. */
function StructuredData({ things }: { things: Thing[] }) {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things }
  const written = import.meta.env.SSR ? JSON.stringify(graph).replaceAll('<', '\\u003c') : ''
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: written }}
    />
  )
}

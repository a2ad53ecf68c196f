import { useRouteLoaderData } from 'react-router'

type Site = { site: { name: string; origin: string } }

/**
 * What search engines and shared links read, in the head of the page. `path` is the page's own address, query
 * included; `structured` is JSON-LD, equal to the visible text. An error in a form is told in the title too.
 */
export function PageHead({
  title,
  description,
  path,
  keywords,
  noindex = false,
  error = false,
  structured,
}: {
  title: string
  description?: string
  path?: string
  keywords?: readonly string[]
  noindex?: boolean
  error?: boolean
  structured?: object | undefined
}) {
  const site = useRouteLoaderData<Site>('root')?.site
  const full = `${error ? 'Errore: ' : ''}${title}${site ? ` | ${site.name}` : ''}`
  const address = site && path && site.origin + path
  return (
    <>
      <title>{full}</title>
      <meta name="robots" content={noindex ? 'noindex' : 'index, follow'} />
      {description && <meta name="description" content={description} />}
      {keywords && <meta name="keywords" content={keywords.join(', ')} />}
      {address && (
        <>
          {!noindex && <link rel="canonical" href={address} />}
          <link rel="alternate" hrefLang="it" href={address} />
          <meta property="og:url" content={address} />
          <meta property="og:type" content="website" />
          <meta property="og:locale" content="it_IT" />
          <meta property="og:site_name" content={site.name} />
          <meta property="og:title" content={title} />
          {description && <meta property="og:description" content={description} />}
          <meta name="twitter:card" content="summary" />
        </>
      )}
      {structured && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, and every '<' is written as an escape
          dangerouslySetInnerHTML={{ __html: JSON.stringify(structured).replaceAll('<', '\\u003c') }}
        />
      )}
    </>
  )
}

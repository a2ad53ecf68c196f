import { env } from '../../runtime/env.server'

/** robots.txt: where crawlers have nothing to look for, and the list of what they should know. */
export function loader() {
  const closed = ['/admin', '/admin/', '/auth', '/auth/']
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '']
  return new Response([...lines, `Sitemap: ${env.publicOrigin}/sitemap.xml`, ''].join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

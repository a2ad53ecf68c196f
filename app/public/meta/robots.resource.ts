import { env } from '../../runtime/env.server'

export function loader() {
  const closed = ['/admin', '/admin/', '/auth', '/auth/']
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '']
  return new Response([...lines, `Sitemap: ${env.publicOrigin}/sitemap.xml`, ''].join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

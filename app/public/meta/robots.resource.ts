import { href } from 'react-router'
import { env } from '../../runtime/env.server'

/** Serves `robots.txt`: crawlers skip the panel of the office and the sign-in. */
export function loader() {
  const skippedPaths = [href('/admin'), href('/auth')].flatMap((path) => [path, `${path}/`])
  const lines = ['User-agent: *', ...skippedPaths.map((path) => `Disallow: ${path}`), '']
  return new Response([...lines, `Sitemap: ${env.publicOrigin}${href('/sitemap.xml')}`, ''].join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

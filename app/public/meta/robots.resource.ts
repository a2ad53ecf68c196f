import { href } from 'react-router'
import { env } from '../../runtime/env.server'

export function loader() {
  const closed = [href('/admin'), href('/auth')].flatMap((path) => [path, `${path}/`])
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '']
  return new Response([...lines, `Sitemap: ${env.publicOrigin}${href('/sitemap.xml')}`, ''].join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

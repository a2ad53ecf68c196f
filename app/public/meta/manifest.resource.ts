import { siteSettings } from '../../site/settings'

const PAPER = '#f5f0e6'

export function loader() {
  const manifest = {
    name: siteSettings().company.name,
    short_name: siteSettings().company.name.split(' ').at(-1),
    description: siteSettings().company.tagline,
    lang: 'it',
    start_url: '/',
    display: 'browser',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
}

import { siteSettings } from '../../site/settings'

/** The colour --stone-50 of `ui/tokens.css`: the ground of every page. */
const GROUND_COLOUR = '#f5f0e6'

/** Serves the web app manifest, which a browser reads to put the site on a home screen. */
export function loader() {
  const { company } = siteSettings()
  const manifest = {
    name: company.name,
    // A home screen has room for about twelve letters: 'Truentum' of 'Accademia Truentum'.
    short_name: company.name.split(' ').at(-1),
    description: company.tagline,
    lang: 'it',
    start_url: '/',
    display: 'browser',
    background_color: GROUND_COLOUR,
    theme_color: GROUND_COLOUR,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
}

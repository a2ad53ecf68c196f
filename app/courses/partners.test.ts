import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Partners } from '../catalogue/course-page/partners'
import { LOGO_NAMES, partnerLogo } from '../content/partner-logos'

test('a partner is shown by its logo, or by its initials where the site has no such file', () => {
  const [logo = ''] = LOGO_NAMES
  const address = partnerLogo(logo)
  const shown = (file: string) =>
    renderToStaticMarkup(
      createElement(Partners, { partners: [{ name: 'Rete delle Torri', logo: file, description: '' }] }),
    )
  const image = `src="${address}" alt="" width="64" height="64" loading="lazy"`
  for (const name of [logo, `${logo}.svg`, logo.toUpperCase(), `${logo}.SVG`])
    expect(shown(name)).toContain(image)
  for (const file of ['', 'manca.svg', '../favicon.svg']) {
    expect(shown(file)).not.toContain('<img')
    expect(shown(file)).toContain('>RT</span>')
  }
})

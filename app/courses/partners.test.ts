import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PARTNER_LOGOS } from '../content/partner-logos'
import { Partners } from './contacts'

test('a partner is shown by its logo, or by its initials where the site has no such file', () => {
  const [[logo = '', address] = []] = PARTNER_LOGOS
  const shown = (file: string) =>
    renderToStaticMarkup(
      createElement(Partners, { of: [{ name: 'Rete delle Torri', logo: file, description: '' }] }),
    )
  expect(shown(logo)).toContain(`src="${address}" alt="" width="64" height="64" loading="lazy"`)
  for (const file of ['', 'manca.svg', '../favicon.svg']) {
    expect(shown(file)).not.toContain('<img')
    expect(shown(file)).toContain('>RT</span>')
  }
})

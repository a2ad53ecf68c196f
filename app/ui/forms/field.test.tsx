import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field, TextArea } from './field'
import { PasswordField } from './password-field'

test.each([Field, TextArea, PasswordField])('a control cuts nothing of what is pasted: %o', (Control) => {
  const html = renderToStaticMarkup(<Control label="Nota" name="note" maxLength={5} defaultValue="12345" />)
  expect(html).not.toMatch(/maxlength/i)
  expect(html).not.toContain('caratteri')
})

test('a text that came back too long is counted, and the count describes its control', () => {
  const html = renderToStaticMarkup(
    <TextArea label="Nota" name="note" maxLength={5} defaultValue={'12\r\n456'} error="Troppo lunga" />,
  )
  expect(html).toContain('aria-describedby="note-error note-excess"')
  expect(html).toContain('6 caratteri su 5')
})

test('no control of the site has a maxlength of its own', () => {
  const controls = globSync('app/**/*.tsx').flatMap((file) =>
    (readFileSync(file, 'utf8').match(/<(input|textarea)\b(?:=>|[^>])*/g) ?? [])
      .filter((tag) => tag.includes('maxLength'))
      .map((tag) => `${file}: ${tag}`),
  )
  expect(controls).toEqual([])
})

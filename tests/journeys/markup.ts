import { expect, type Page } from '@playwright/test'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // How React writes HTML: <meta charSet/>, required="". A parser reads the same.
      'attr-case': 'off',
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      // HTML allows any id; React's useId begins with an underscore.
      'valid-id': ['error', { relaxed: true }],
      // Several ticks of one question share its name.
      'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
      // Telephone numbers are kept on one line by the style of all figures (.num).
      'tel-non-breaking': 'off',
    },
  }),
)

/** What the server writes for this address is valid HTML. */
export async function expectValidMarkup(page: Page, address: string) {
  const html = await (await page.request.get(address)).text()
  const { results } = await validator.validateString(html)
  const problems = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
  )
  expect.soft(problems, `markup of ${address}`).toEqual([])
}

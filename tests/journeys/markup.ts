import { expect, type Page } from '@playwright/test'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // React writes charSet, required="" and hidden="".
      'attr-case': 'off',
      'attribute-empty-style': 'off',
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      // React's useId begins with an underscore.
      'valid-id': ['error', { relaxed: true }],
      // Checkboxes of one question share a name.
      'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
      // The title of a page may contain that of a course, which is as long as the office likes.
      'long-title': 'off',
      // `.num` keeps them on one line.
      'tel-non-breaking': 'off',
    },
  }),
)

/** The server's HTML is valid. */
export async function expectValidMarkup(page: Page, address: string) {
  const html = await (await page.request.get(address)).text()
  const { results } = await validator.validateString(html)
  const problems = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
  )
  expect.soft(problems, `markup of ${address}`).toEqual([])
}

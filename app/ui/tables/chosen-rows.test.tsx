import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ChosenRows, RowChoice } from './chosen-rows'

const WORDS = {
  label: 'Richieste scelte',
  all: 'Scegli tutte',
  none: 'Deseleziona tutte',
  singular: 'scelta',
  plural: 'scelte',
  another: 'un’altra',
  others: 'altre',
}

test('without the script the return key on a box sends nothing: the first submit button only closes a dialog', () => {
  const element = (
    <ChosenRows ids={['e']} page="/" words={WORDS} acts={() => <button type="submit">Approva</button>}>
      <RowChoice id="e" name="Ada" of="Ada" />
    </ChosenRows>
  )
  const html = renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '/', element, action: () => null }])} />,
  )
  const [first] = /<button[^>]*type="submit"[^>]*>/.exec(html.slice(html.indexOf('<form'))) ?? []
  expect(first).toMatch(/formmethod="dialog"/i)
})

test('with the script the return key on a box does nothing', () => {
  const { onKeyDown } = RowChoice({ id: 'e', name: 'Ada', of: 'Ada' }).props
  const isPrevented = (key: string) => {
    let prevented = false
    onKeyDown({
      key,
      preventDefault: () => {
        prevented = true
      },
    })
    return prevented
  }
  expect(isPrevented('Enter')).toBe(true)
  expect(isPrevented(' ')).toBe(false)
})

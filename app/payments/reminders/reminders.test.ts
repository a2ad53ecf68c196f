import { expect, test } from 'vitest'
import { shouldRevalidate } from './reminders.screen'

test('a page whose reminders were refused because something has changed is loaded again', () => {
  const revalidatesAfter = (actionStatus: number) =>
    shouldRevalidate({ actionStatus, defaultShouldRevalidate: false } as Parameters<
      typeof shouldRevalidate
    >[0])
  expect([409, 400].map(revalidatesAfter)).toEqual([true, false])
})

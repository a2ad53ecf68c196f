import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ToDo } from './to-do'

/** The tasks of an edition whose postponement three people have not answered, on a day, YYYY-MM-DD. */
function tasksOn(today: string): string {
  const element = (
    <ToDo
      course="una-edizione"
      phase="before"
      proposal={null}
      matters={undefined}
      people={5}
      postponement={{ openCount: 3, answerBy: '2027-03-10' }}
      needsDates={false}
      today={today}
    />
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('the answers about new dates are a task until their last day, since who says nothing keeps the seat', () => {
  expect(tasksOn('2027-03-10')).toContain('3 persone non hanno risposto sulle nuove date')
  expect(tasksOn('2027-03-11')).toContain('Niente aspetta in questa edizione.')
})

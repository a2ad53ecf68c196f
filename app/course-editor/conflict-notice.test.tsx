import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Conflict, ConflictNotice } from './conflict-notice'

const noticeOf = (fields: Conflict['fields']) =>
  renderToStaticMarkup(
    <ConflictNotice conflict={{ savedBy: 'bea@example.it', savedAt: new Date(), fields }} />,
  ).replace(/\s+/g, ' ')

test('a conflict names changes of the form only where there are some', () => {
  const field = { field: 'title', before: 'Prima', after: 'Dopo', changedByBoth: false } as const
  expect(noticeOf([field])).toContain('Le sue modifiche sono ora nel modulo insieme alle tue')
  const withoutFields = noticeOf([])
  expect(withoutFields).not.toContain('Le sue modifiche')
  expect(withoutFields).toContain(
    'Nel frattempo l’edizione è cambiata (per esempio confermata), ma nessun campo della scheda: salva di nuovo.',
  )
})

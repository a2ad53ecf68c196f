import { expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/world'
import { seal, unseal } from './secret.server'

await emptyDatabase()

test('what is sealed for one purpose and owner is opened with these alone, and only as it was', async () => {
  const sealed = await seal('prova', 'ada', 'È un segreto')
  expect(sealed).not.toBe(await seal('prova', 'ada', 'È un segreto'))
  expect(await unseal('prova', 'ada', sealed)).toBe('È un segreto')
  expect(await unseal('altra', 'ada', sealed)).toBeNull()
  expect(await unseal('prova', 'eva', sealed)).toBeNull()
  for (const wrong of ['', 'x', '\0', `A${sealed}`, sealed.slice(0, -2), sealed.slice(0, 30)])
    expect(await unseal('prova', 'ada', wrong)).toBeNull()
})

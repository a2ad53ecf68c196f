import type { ReactNode } from 'react'
import { formatCount } from '../italian/numbers'
import { formatPrice } from '../italian/prices'
import { readInstalments } from '../parsing/entries.rules'
import { readAmount } from '../parsing/numbers.rules'

/** How a typed amount is read: '= 1.250,00 €', or why it cannot be read; false or undefined without an amount. */
export function eurosReading(typed: string): ReactNode {
  const { value, problem } = readAmount(typed)
  return problem ?? (typeof value === 'number' && `= ${formatPrice(value)}`)
}

export function instalmentsReading(typed: string): ReactNode {
  const readings = readInstalments(typed)
  const problem = readings.find((reading) => reading.problem)?.problem
  const amounts = readings.flatMap(({ value }) => value ?? [])
  if (problem || amounts.length === 0) return problem
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  return `${formatCount(amounts.length, 'rata', 'rate')}, in tutto ${formatPrice(total)}`
}

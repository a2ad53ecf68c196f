import type { ReactNode } from 'react'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { formatPrice } from '../italian/prices'
import { readDay } from '../parsing/dates.rules'
import { readAmount, readInstalments } from '../parsing/rules'

export function euros(typed: string): ReactNode {
  const { value, problem } = readAmount(typed)
  return problem ?? (typeof value === 'number' && `= ${formatPrice(value)}`)
}

export function day(typed: string): ReactNode {
  const read = readDay(typed)
  return 'problem' in read ? read.problem : read.value && `= ${formatDate(read.value, 'EEEE d MMMM yyyy')}`
}

export function instalments(typed: string): ReactNode {
  const read = readInstalments(typed)
  const problem = read.find((reading) => reading.problem)?.problem
  const amounts = read.flatMap(({ value }) => value ?? [])
  if (problem || amounts.length === 0) return problem
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  return `${formatCount(amounts.length, 'rata', 'rate')}, in tutto ${formatPrice(total)}`
}

import { useEffect, useRef } from 'react'

/**
 * A `ref` for a select whose choice follows `value`, which changes with the address. The field stays mounted, so it
 * keeps the focus. `options`: a text that changes with the options. What was chosen before the script ran stays.
 */
export function useShownChoice(value: string, options = '') {
  const field = useRef<HTMLSelectElement>(null)
  const former = useRef({ value, options })
  useEffect(() => {
    const isChanged = former.current.value !== value || former.current.options !== options
    if (field.current && isChanged) field.current.value = value
    former.current = { value, options }
  }, [value, options])
  return field
}

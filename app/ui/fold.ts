import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The attributes of a `details` that opens for a reason, for example an error in it, and that the user alone closes:
 * a render that closed it would take the focus away from a field in it. `mustOpen`: whether there is a reason;
 * `occasion`: if set, each new one opens the fold again.
 */
export function useFold(mustOpen: boolean, occasion?: unknown) {
  const ref = useRef<HTMLDetailsElement>(null)
  // React writes the attribute when its value changes: that of the first render stays.
  const [open] = useState(mustOpen)
  // A layout effect opens the fold before a summary of errors takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens again for each occasion
  useLayoutEffect(() => {
    if (mustOpen && ref.current) ref.current.open = true
  }, [mustOpen, occasion])
  return { ref, open }
}

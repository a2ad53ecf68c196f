import { useEffect, useRef, useState } from 'react'

/** How long a typing hand must rest before suggestions are asked for, in milliseconds. */
const REST = 200

/**
 * What `address` has for a text (its `name`), asked while the text is typed; undefined until the first answer.
 * Only the answer to the latest text counts, and one that does not come changes nothing. The router's own way
 * would weigh on every page of the site.
 */
export function useSuggested<Found>(address: string, name: string) {
  const [found, setFound] = useState<Found>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<AbortController>(undefined)

  const ask = async (text: string) => {
    latest.current?.abort()
    latest.current = new AbortController()
    const { signal } = latest.current
    const query = new URLSearchParams({ [name]: text })
    const answer = await fetch(`${address}?${query}`, { signal }).catch(() => undefined)
    const read: Found | undefined = answer?.ok ? await answer.json().catch(() => undefined) : undefined
    if (read && !signal.aborted) setFound(read)
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      latest.current?.abort()
    },
    [],
  )
  const suggest = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => ask(text), REST)
  }
  return [found, suggest] as const
}

import { useEffect, useRef, useState } from 'react'

/** Milliseconds. */
const REST = 200

/** Undefined until the first answer; only the latest counts. A fetcher would add to every page. */
export function useSuggested<Found>(address: string, name: string) {
  const [found, setFound] = useState<Found>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<AbortController>(undefined)

  const ask = async (text: string) => {
    latest.current?.abort()
    latest.current = new AbortController()
    const { signal } = latest.current
    const query = new URLSearchParams({ [name]: text })
    const response = await fetch(`${address}?${query}`, { signal }).catch(() => undefined)
    const read: Found | undefined = response?.ok ? await response.json().catch(() => undefined) : undefined
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

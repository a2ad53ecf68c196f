import { useEffect, useRef, useState } from 'react'

/** Milliseconds without typing before the server is asked. */
const TYPING_PAUSE = 200

/**
 * Asks an address for the suggestions of a text, which goes into its parameter `name`; undefined before the first
 * answer. Only the latest answer counts. Not by a fetcher of the router, which would add code to every page.
 */
export function useSuggestions<Found>(address: string, name: string) {
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
    timer.current = setTimeout(() => ask(text), TYPING_PAUSE)
  }
  return [found, suggest] as const
}

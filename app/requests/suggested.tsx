import { useEffect, useRef, useState } from 'react'

/** How long a typing hand must rest before suggestions are asked for, in milliseconds. */
const REST = 200

/**
 * What the office's address for suggestions has for a text, asked while it is typed; undefined until the first
 * answer. Only the answer to the latest text counts, and one that does not come changes nothing.
 */
export function useSuggested<Found>(kind: 'persone' | 'corsi') {
  const [found, setFound] = useState<Found>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<AbortController>(undefined)

  const ask = async (text: string) => {
    latest.current?.abort()
    latest.current = new AbortController()
    const { signal } = latest.current
    const address = `/admin/iscrivi/suggerimenti?${new URLSearchParams({ [kind]: text })}`
    const answer = await fetch(address, { signal }).catch(() => undefined)
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

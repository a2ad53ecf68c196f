import { useEffect, useRef, useState } from 'react'
import type { CoverFacts } from './cover.rules'

/** Only the server loads the module that draws buildings; the browser gets it when it needs it. */
const drawNow = import.meta.env.SSR ? (await import('./cover-drawing')).drawCover : null

const drawn = new Map<string, string>()
const MOST_KEPT = 1000

function keep(key: string, drawing: string): string {
  if (drawn.size >= MOST_KEPT) drawn.clear()
  drawn.set(key, drawing)
  return drawing
}

/**
 * The drawn cover of a course. The server draws each cover once and keeps it; the browser keeps the covers of the pages
 * that it got, and draws only others. `place`: tells two covers of one course on a page apart.
 */
export function Cover({ facts, place = 'c' }: { facts: CoverFacts; place?: string }) {
  const id = `${place}-${facts.slug}`
  const key = [id, facts.theme, facts.format, facts.state].join()
  const svg = useRef<SVGSVGElement>(null)
  const [, show] = useState('')
  const drawing = drawn.get(key) ?? (drawNow ? keep(key, drawNow(facts, id)) : '')
  useEffect(() => {
    if (drawn.has(key)) return
    const sent = svg.current?.innerHTML
    if (sent) keep(key, sent)
    else import('./cover-drawing').then(({ drawCover }) => show(keep(key, drawCover(facts, id))))
  }, [key, id, facts])
  return (
    <svg
      key={key}
      ref={svg}
      className="cover"
      data-course={`c-${facts.slug}`}
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup consists of constants, numbers and a slug
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}

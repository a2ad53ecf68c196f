import { useEffect, useRef, useState } from 'react'
import type { CoverFacts } from './cover.rules'

/** The browser does without the drawing of buildings. */
const drawNow = import.meta.env.SSR ? (await import('./cover-drawing')).drawCover : null

const drawn = new Map<string, string>()
const MOST_KEPT = 1000

function keep(key: string, drawing: string): string {
  if (drawn.size >= MOST_KEPT) drawn.clear()
  drawn.set(key, drawing)
  return drawing
}

/**
 * Drawn by the server, once. The browser keeps what a page shows, and loads the drawing of buildings only for a course that
 * no page has shown. `place` distinguishes two covers of one course on a page.
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

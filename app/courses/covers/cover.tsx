import { useEffect, useRef, useState } from 'react'
import type { CoverFacts } from './cover.rules'

/** Only the server loads the module that draws buildings; the browser gets it when it needs it. */
const drawOnServer = import.meta.env.SSR ? (await import('./cover-drawing')).drawCover : null

const drawings = new Map<string, string>()
/** Bounds the memory that drawings take. */
const MOST_DRAWINGS = 1000

function keepDrawing(key: string, drawing: string): string {
  if (drawings.size >= MOST_DRAWINGS) drawings.clear()
  drawings.set(key, drawing)
  return drawing
}

/**
 * The drawn cover of a course. The server draws each cover once and keeps up to `MOST_DRAWINGS`; the browser keeps the
 * drawings of the pages that it got, and draws only what it has not got. `idPrefix`: tells apart the ids in two covers
 * of one course on a page.
 */
export function Cover({ facts, idPrefix = 'c' }: { facts: CoverFacts; idPrefix?: string }) {
  const id = `${idPrefix}-${facts.slug}`
  const key = [id, facts.theme, facts.format, facts.state].join()
  const svg = useRef<SVGSVGElement>(null)
  const [, showDrawing] = useState('')
  const drawing = drawings.get(key) ?? (drawOnServer ? keepDrawing(key, drawOnServer(facts, id)) : '')
  useEffect(() => {
    if (drawings.has(key)) return
    const drawingFromServer = svg.current?.innerHTML
    if (drawingFromServer) keepDrawing(key, drawingFromServer)
    else
      import('./cover-drawing').then(({ drawCover }) => showDrawing(keepDrawing(key, drawCover(facts, id))))
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

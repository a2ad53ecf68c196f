import type { CoverFacts } from './cover.rules'
import { coverImage } from './cover-drawing'

/** The colours --stone-50 and --ink-900 of `ui/tokens.css`, which an image cannot use. */
const GROUND = '#f5f0e6'
const INK = '#152230'

const COVER_SIZE = { width: 500, height: 630 }

/**
 * The picture of a shared link to a course, 1200 × 630, as an element for Satori. Draws nothing but its props:
 * the image is cached by them. `school`: the name of the school; `line`: date and place below the title.
 */
export function ShareImage({
  school,
  title,
  line,
  cover,
}: {
  school: string
  title: string
  line: string
  cover: CoverFacts
}) {
  return (
    <div style={{ display: 'flex', width: 1200, height: 630, background: GROUND, color: INK }}>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          width: 572,
          padding: 64,
          flexShrink: 0,
          fontFamily: 'Source Sans 3',
          fontSize: 32,
        }}
      >
        <div style={{ display: 'flex' }}>{school}</div>
        <div
          style={{
            display: 'block',
            lineClamp: 5,
            fontFamily: 'Newsreader',
            fontSize: title.length > 60 ? 52 : 68,
            lineHeight: 1.12,
          }}
        >
          {title}
        </div>
        <div style={{ display: 'flex' }}>{line}</div>
      </div>
      <div style={{ display: 'flex', width: 500, height: 630, overflow: 'hidden' }}>
        <img src={coverImage(cover, COVER_SIZE)} {...COVER_SIZE} alt="" />
      </div>
    </div>
  )
}

import { siteSettings } from '../../site/settings'
import type { CoverFacts } from './cover.rules'
import { coverImage } from './cover-drawing'

const PAPER = '#f5f0e6'
const INK = '#152230'

const COVER = { width: 500, height: 630 }

export function ShareImage({ title, line, cover }: { title: string; line: string; cover: CoverFacts }) {
  const words = { display: 'flex', flexDirection: 'column', justifyContent: 'space-between' } as const
  return (
    <div style={{ display: 'flex', width: 1200, height: 630, background: PAPER, color: INK }}>
      <div
        style={{
          ...words,
          width: 572,
          padding: 64,
          flexShrink: 0,
          fontFamily: 'Source Sans 3',
          fontSize: 32,
        }}
      >
        <div style={{ display: 'flex' }}>{siteSettings().company.name}</div>
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
        <img src={coverImage(cover, COVER)} {...COVER} alt="" />
      </div>
    </div>
  )
}

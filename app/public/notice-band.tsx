import type { ShownNotice } from '../site/notice.rules'

/** The notice of the office, above every page of the site. */
export function NoticeBand({ notice: { text, linkLabel, linkAddress } }: { notice: ShownNotice }) {
  return (
    <aside className="top-band" aria-label="Avviso della segreteria">
      {text} {linkAddress && <a href={linkAddress}>{linkLabel}</a>}
    </aside>
  )
}

import { type Piece, textDifference } from './difference.rules'

/** Shows the paragraphs in which two texts differ, with removed and added words marked. */
export function TextDifference({ title, former, text }: { title: string; former: string; text: string }) {
  const paragraphs = textDifference(former, text)
  return (
    <section className="group-preview" aria-label={title}>
      <p className="group-preview-head">{title}</p>
      <div className="legal-difference">
        {paragraphs.length === 0 && <p className="quiet">Nulla: il testo è lo stesso.</p>}
        {paragraphs.map(({ heading, pieces }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else
          <div key={at}>
            {heading !== '' && heading !== paragraphs[at - 1]?.heading && <b>{heading}</b>}
            <p>{pieces.map(pieceAsNode)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

function pieceAsNode({ kind, text }: Piece, at: number) {
  if (kind === 'gone') return <del key={at}>{text}</del>
  return kind === 'new' ? <ins key={at}>{text}</ins> : <span key={at}>{text}</span>
}

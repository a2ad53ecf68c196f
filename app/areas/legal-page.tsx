import type { LegalText } from '../content/legal'
import { formatDate } from '../ui/format'
import { PageHead } from '../ui/page-head'
import './legal.css'

export function LegalPage({ title, description, modified, sections, path }: LegalText & { path: string }) {
  return (
    <div className="page legal">
      <PageHead title={title} description={description} path={path} />
      <h1>{title}</h1>
      <p className="quiet">
        Ultima modifica: <span className="num">{formatDate(modified, 'd MMMM yyyy')}</span>
      </p>
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </div>
  )
}

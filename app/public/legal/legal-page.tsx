import type { LegalSection, LegalTable, LegalText } from '../../content/legal'
import { formatDate } from '../../italian/dates'
import { PageHead } from '../../ui/page-head'
import './legal.css'

export function LegalPage({
  text: { modified, path, title },
  description,
  keywords,
  sections,
}: {
  text: LegalText
  description: string
  keywords: string[]
  sections: readonly LegalSection[]
}) {
  return (
    <div className="page legal book">
      <PageHead title={title} path={path} description={description} keywords={keywords} />
      <h1>{title}</h1>
      <header>
        <p className="quiet">
          Ultima modifica: <span className="num">{formatDate(modified, 'd MMMM yyyy')}</span>
        </p>
        <nav aria-label="Indice della pagina">
          <ol>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
      </header>
      {sections.map(({ id, heading, text, table, after }) => (
        <section key={id} id={id}>
          <h2>{heading}</h2>
          <div>
            {text}
            {table && <Table {...table} />}
            {after}
          </div>
        </section>
      ))}
    </div>
  )
}

/** On phones each row is a block. */
function Table({ caption, columns, rows }: LegalTable) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed text
          <tr key={row}>
            <th scope="row">{first}</th>
            {cells.map((cell, i) => (
              <td key={columns[i + 1]} data-label={columns[i + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

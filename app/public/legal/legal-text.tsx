import { Fragment, type ReactNode } from 'react'
import type { LegalBlock, LegalPart, LegalPlaceholder, LegalSection } from '../../site/legal-markup.rules'
import type { LegalFacts, LegalTable } from './legal-facts.server'
import './legal.css'

/** The sections of a legal text. A preview has no anchors, since the page around it may have the same ids. */
export function LegalSections({
  sections,
  facts,
  isPreview = false,
}: {
  sections: readonly LegalSection[]
  facts: LegalFacts
  isPreview?: boolean
}) {
  return sections.map(({ id, heading, blocks }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two sections of a draft may have the same anchor
    <section key={at} id={isPreview ? undefined : id}>
      <h2>{heading}</h2>
      <div>
        {blocks.map((block, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have nothing else
          <Block key={i} block={block} facts={facts} />
        ))}
      </div>
    </section>
  ))
}

function Block({ block, facts }: { block: LegalBlock; facts: LegalFacts }) {
  if (block.kind === 'table') {
    const table = facts.tables[block.name]
    return table && <Table {...table} />
  }
  if (block.kind === 'paragraph') return <p>{partsAsNodes(block.parts, facts)}</p>
  return (
    <ul>
      {block.items.map((parts, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have nothing else
        <li key={i}>{partsAsNodes(parts, facts)}</li>
      ))}
    </ul>
  )
}

function partsAsNodes(parts: readonly LegalPart[], facts: LegalFacts): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else
  return parts.map((part, i) => <Fragment key={i}>{partAsNode(part, facts)}</Fragment>)
}

function partAsNode(part: LegalPart, facts: LegalFacts): ReactNode {
  switch (part.kind) {
    case 'strong':
      return <b>{partsAsNodes(part.parts, facts)}</b>
    case 'code':
      return <code>{part.text}</code>
    case 'link':
      return <a href={part.address}>{part.text}</a>
    case 'placeholder':
      return placeholderAsNode(part.name, facts.words[part.name])
    default:
      return part.text
  }
}

function placeholderAsNode(name: LegalPlaceholder, value: string): ReactNode {
  if (name === 'email') return <a href={`mailto:${value}`}>{value}</a>
  return name === 'telefono' ? <span className="num">{value}</span> : value
}

/** A table of a legal page; on a phone each row is a block. */
function Table({ caption, columns, rows, isCode }: LegalTable) {
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
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else
          <tr key={row}>
            <th scope="row">{isCode ? <code>{first}</code> : first}</th>
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

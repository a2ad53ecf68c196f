import { Fragment, type ReactNode } from 'react'
import type { LetterKey } from '../content/groups.rules'
import { companyWords, fillWords } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'
import { P } from './layout'

/**
 * Returns the subject of a letter as the office words it. `words`: values of its placeholders besides the company's.
 */
export function letterSubject(letter: LetterKey, words: Record<string, string> = {}): string {
  const { company, letters } = siteSettings()
  return fillWords(letters.words[letter].subject, { ...companyWords(company), ...words })
}

/**
 * The first paragraph of a letter as the office words it, followed by `children`. `words`: values of its placeholders
 * besides the company's.
 */
export function OpeningParagraph({
  letter,
  words = {},
  children,
}: {
  letter: LetterKey
  words?: Record<string, ReactNode>
  children?: ReactNode
}) {
  const { company, letters } = siteSettings()
  const values: Record<string, ReactNode> = { ...companyWords(company), ...words }
  // Every second piece is the name of a placeholder.
  const pieces = letters.words[letter].opening.split(/\[([^[\]]+)\]/)
  return (
    <P>
      {pieces.map((piece, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an e-mail is rendered once
        <Fragment key={number}>{number % 2 === 0 ? piece : (values[piece] ?? `[${piece}]`)}</Fragment>
      ))}
      {children}
    </P>
  )
}

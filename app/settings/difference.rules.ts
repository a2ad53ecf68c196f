/** A run of words: `gone` is only in the former text, `new` only in the present one. */
export type Piece = { kind: 'same' | 'new' | 'gone'; text: string }

/** A paragraph that differs. `heading`: the heading above it; '' if the paragraph is itself a heading, or has none. */
export type ChangedParagraph = { heading: string; pieces: Piece[] }

/**
 * Most pairs of items to compare, so that long texts take little time. In longer lists everything between the equal
 * beginning and the equal end counts as replaced.
 */
const MOST_PAIRS = 1_000_000

/** Returns the paragraphs in which two texts of a legal page (in its markup) differ, compared word by word. */
export function textDifference(former: string, text: string): ChangedParagraph[] {
  const changed: ChangedParagraph[] = []
  let heading = ''
  for (const { gone, added, same } of runsOf(paragraphsOf(former), paragraphsOf(text))) {
    const pairs = Math.max(gone.length, added.length)
    for (let at = 0; at < pairs; at++) {
      const [before = '', after = ''] = [gone[at], added[at]]
      heading = headingOf(after) ?? heading
      const isHeading = headingOf(after || before) !== undefined
      changed.push({ heading: isHeading ? '' : heading, pieces: piecesOf(before, after) })
    }
    for (const paragraph of same) heading = headingOf(paragraph) ?? heading
  }
  return changed
}

/** The lines of a text that are not empty: each is compared as a paragraph, also an item of a list and a heading. */
const paragraphsOf = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)

/** '## Titolo {#id}' → 'Titolo' */
function headingOf(paragraph: string): string | undefined {
  return /^## *(.*?) *(\{#[^{}]*\})?$/.exec(paragraph)?.[1]
}

function piecesOf(former: string, text: string): Piece[] {
  const words = (line: string) => line.match(/\S+\s*/g) ?? []
  const pieces: Piece[] = []
  const push = (kind: Piece['kind'], run: string[]) => {
    if (run.length > 0) pieces.push({ kind, text: run.join('') })
  }
  for (const { gone, added, same } of runsOf(words(former), words(text))) {
    push('gone', gone)
    push('new', added)
    push('same', same)
  }
  return pieces
}

/** A difference (items `gone` and `added`), and the equal items (`same`) that follow it. */
type Run = { gone: string[]; added: string[]; same: string[] }

/** Compares two lists: first their equal beginning and end, then what is between by its longest common subsequence. */
function runsOf(former: string[], present: string[]): Run[] {
  let start = 0
  while (start < former.length && former[start] === present[start]) start += 1
  let end = 0
  const longestEnd = Math.min(former.length, present.length) - start
  while (end < longestEnd && former.at(-1 - end) === present.at(-1 - end)) end += 1
  const before = former.slice(start, former.length - end)
  const after = present.slice(start, present.length - end)
  const common = commonLengths(before, after)
  const runs: Run[] = []
  const take = (kind: keyof Run, item: string) => {
    const last = runs.at(-1)
    if (last && (kind === 'same' || last.same.length === 0)) last[kind].push(item)
    else runs.push({ gone: [], added: [], same: [], [kind]: [item] })
  }
  for (const item of present.slice(0, start)) take('same', item)
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [gone, added] = [before[i], after[j]]
    const isLongerWithout = lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1)
    if (common && gone !== undefined && gone === added) {
      take('same', gone)
      i += 1
      j += 1
    } else if (gone !== undefined && (added === undefined || isLongerWithout)) {
      take('gone', gone)
      i += 1
    } else if (added !== undefined) {
      take('added', added)
      j += 1
    }
  }
  for (const item of present.slice(present.length - end)) take('same', item)
  return runs
}

const lengthAt = (lengths: number[][] | undefined, i: number, j: number) => lengths?.[i]?.[j] ?? 0

/**
 * At [i][j]: the length of the longest common subsequence of `before` from i and `after` from j. Undefined for long
 * lists.
 */
function commonLengths(before: string[], after: string[]): number[][] | undefined {
  if (before.length * after.length > MOST_PAIRS) return undefined
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const row = lengths[i] as number[]
      row[j] =
        before[i] === after[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), row[j + 1] ?? 0)
    }
  return lengths
}

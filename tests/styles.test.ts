import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LAYERS } from '../app/ui/layers'

// The structure of the style sheets, see ADR 2.

const sheets = globSync('app/**/*.css').map((file) => ({
  file,
  css: readFileSync(file, 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .trim(),
}))

test('every rule is in a layer: elements in base, ui in components, the rest in screens', () => {
  const layersOf = (css: string) =>
    css.split(/^(?=\S)/m).flatMap((block) => {
      const [, layer] = /^@layer (\w+) \{/.exec(block) ?? []
      return block.trim() === '}' ? [] : [layer ?? block.trim()]
    })
  const strange = sheets.flatMap(({ file, css }) => {
    if (file === 'app/app.css') return []
    const expected = file.startsWith('app/ui/') ? ['reset', 'base', 'components'] : ['base', 'screens']
    return layersOf(css)
      .filter((layer) => !expected.includes(layer))
      .map((layer) => `${file}: ${layer}`)
  })
  expect(strange).toEqual([])
  expect(sheets.find(({ file }) => file === 'app/app.css')?.css).toContain(LAYERS)
})

/** Where a part stands and how much room it has: its surroundings decide that. */
const PLACEMENT =
  /^(display|position|inset|top|right|bottom|left|z-index|order|float|flex|flex-(basis|grow|shrink)|(align|justify)-self|grid-(area|row|column)|margin.*|(min-|max-)?(width|height)|aspect-ratio|transform|opacity|scroll-margin.*|outline-offset)$/

test('a class is styled in one file: elsewhere it is placed, and its variables are set', () => {
  const files = new Map<string, Set<string>>()
  for (const { file, css } of sheets) {
    // Blocks without further blocks.
    for (const [, selectors = '', declarations = ''] of css.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
      const properties = [...declarations.matchAll(/^\s*([\w-]+):/gm)].map(([, property = '']) => property)
      if (properties.every((property) => property.startsWith('--') || PLACEMENT.test(property))) continue
      for (const name of classesOf(selectors)) files.set(name, (files.get(name) ?? new Set()).add(file))
    }
  }
  const styledTwice = [...files].filter(([, { size }]) => size > 1)
  expect(styledTwice.map(([name, found]) => `.${name}: ${[...found].join(', ')}`)).toEqual([])
})

/** Tablets, desktops; large text (200 % on a phone); low windows. */
const BREAKPOINTS = ['48rem', '64rem', '20rem', '33rem']

test('styles change at the named breakpoints only', () => {
  const conditions = sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/@media [^{]*?\(([^()]*(?:width|height)[^()]*)\)/g)].map(([, condition]) => ({
      file,
      condition,
    })),
  )
  const named = BREAKPOINTS.flatMap((size) => {
    const side = size === '33rem' ? 'height' : 'width'
    return [`${side} < ${size}`, `${side} >= ${size}`]
  })
  expect(conditions.filter(({ condition = '' }) => !named.includes(condition))).toEqual([])
})

/** The classes of the elements that these selectors style, not of those around them. */
function classesOf(selectors: string): string[] {
  return split(selectors).flatMap((selector) => {
    const [before, inner, after] = groupIn(selector)
    if (inner !== undefined)
      return split(inner).flatMap((choice) => classesOf(before + choice.trim() + after))
    const [subject = ''] = selector
      .replace(/:(not|has|where)\((?:[^()]|\([^()]*\))*\)/g, '')
      .trim()
      .split(/[\s>+~]+/)
      .slice(-1)
    return [...subject.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
  })
}

/** The first `:is()`, with what is before and after it. */
function groupIn(selector: string): [before: string, inner?: string, after?: string] {
  const start = selector.indexOf(':is(')
  if (start < 0) return [selector]
  let end = start + 4
  for (let depth = 1; depth > 0; end++) depth += selector[end] === '(' ? 1 : selector[end] === ')' ? -1 : 0
  return [selector.slice(0, start), selector.slice(start + 4, end - 1), selector.slice(end)]
}

/** At commas outside of brackets. */
function split(selectors: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const sign of selectors) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

test('a list of selectors is split between them, not within their brackets', () => {
  expect(split('.a, .b')).toEqual(['.a', ' .b'])
  expect(split('.a :is(:nth-child(2), :has(.b)) .c, .d')).toEqual([
    '.a :is(:nth-child(2), :has(.b)) .c',
    ' .d',
  ])
  expect(classesOf('.a :is(.b:nth-child(2), :has(.c) .d) > .e, .f')).toEqual(['e', 'e', 'f'])
})

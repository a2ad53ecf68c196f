// A page as plain React elements: no components, router or data.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

const TOKEN = /<!--.*?-->|<!DOCTYPE[^>]*>|<(\/?)([\w-]+)([^>]*)>|[^<]+/gis
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g
const VOID = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const RAW = new Set(['script', 'style'])
const NAMES = { class: 'className', for: 'htmlFor' }
const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

const plain = (html) => html.replace(/&([#\w]+);/g, (whole, name) => SIGNS[name] ?? whole)

export function treeOf(html) {
  const open = [{ children: [] }]
  const add = (child) => open.at(-1).children.push(child)
  const close = () => {
    const { tag, properties, children } = open.pop()
    add(createElement(tag, properties, ...children))
  }

  let raw
  for (const { 0: token, 1: end, 2: tag, 3: written, index } of html.matchAll(TOKEN)) {
    if (raw) {
      if (!end || tag !== raw.tag) continue
      raw.properties.dangerouslySetInnerHTML = { __html: html.slice(raw.from, index) }
      raw = undefined
      close()
    } else if (end) close()
    else if (tag) {
      const properties = propertiesOf(written)
      open.push({ tag, properties, children: [] })
      if (VOID.has(tag)) close()
      else if (RAW.has(tag)) raw = { tag, properties, from: index + token.length }
    } else if (!token.startsWith('<')) add(plain(token))
  }
  return open[0].children.find(({ type }) => type === 'html')
}

function propertiesOf(written) {
  const properties = {}
  for (const [, name, value] of written.matchAll(ATTRIBUTE))
    properties[NAMES[name] ?? name] =
      value === undefined || (name === 'style' ? styleOf(value) : plain(value))
  return properties
}

function styleOf(css) {
  const rules = plain(css)
    .split(';')
    .map((rule) => rule.split(/:(.*)/))
  return Object.fromEntries(rules.filter(([name]) => name))
}

/** Whole before the first byte, as the site does. */
export async function render(tree) {
  const body = new PassThrough()
  const { pipe } = renderToPipeableStream(tree, { onAllReady: () => pipe(body) })
  return text(body)
}

// A page as plain React elements, without components or data; and the same as a route of React Router.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, Link, StaticRouterProvider } from 'react-router'

const TOKEN =
  /<!--.*?-->|<!DOCTYPE[^>]*>|<(script|style)\b((?:"[^"]*"|[^">])*)>(.*?)<\/\1>|<(\/?)([\w-]+)((?:"[^"]*"|[^">])*)>|[^<]+/gis
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g
const VOID = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const NAMES = { class: 'className', for: 'htmlFor' }
const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

const unescapeHtml = (html) => html.replace(/&([#\w]+);/g, (whole, name) => SIGNS[name] ?? whole)

/** The elements of a page; `elementOf(tag, properties, children)` makes one. Throws for tags that do not match. */
export function treeOf(
  html,
  elementOf = (tag, properties, children) => createElement(tag, properties, ...children),
) {
  const open = [{ children: [] }]
  const add = (child) => open.at(-1).children.push(child)
  for (const [token, raw, ofRaw, text, end, tag, written] of html.matchAll(TOKEN)) {
    if (raw) add(elementOf(raw, { ...propertiesOf(ofRaw), dangerouslySetInnerHTML: { __html: text } }, []))
    else if (end) {
      const { tag: opened, properties, children } = open.pop()
      if (opened !== tag) throw new Error(`<${opened}> is closed by </${tag}>`)
      add(elementOf(tag, properties, children))
    } else if (tag && (VOID.has(tag) || written.endsWith('/'))) add(elementOf(tag, propertiesOf(written), []))
    else if (tag) open.push({ tag, properties: propertiesOf(written), children: [] })
    else if (!token.startsWith('<')) add(unescapeHtml(token))
  }
  return open[0].children.find(({ type }) => type === 'html')
}

/** The same elements as a route, whose links are those of React Router, at this address. */
export function routeOf(html, address) {
  const tree = treeOf(html, (tag, { href, ...properties }, children) =>
    tag === 'a' && href?.startsWith('/')
      ? createElement(Link, { ...properties, to: href }, ...children)
      : createElement(tag, href === undefined ? properties : { ...properties, href }, ...children),
  )
  const { query, dataRoutes } = createStaticHandler([{ path: '*', element: tree }])
  return async () => {
    const context = await query(new Request(address))
    return createElement(StaticRouterProvider, {
      router: createStaticRouter(dataRoutes, context),
      context,
      hydrate: false,
    })
  }
}

function propertiesOf(written) {
  const properties = {}
  for (const [, name, value] of written.matchAll(ATTRIBUTE))
    properties[NAMES[name] ?? name] =
      value === undefined || (name === 'style' ? styleOf(value) : unescapeHtml(value))
  return properties
}

function styleOf(css) {
  const rules = unescapeHtml(css)
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

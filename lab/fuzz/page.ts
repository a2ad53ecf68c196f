/** A form of a page. */
export type Form = {
  method: 'GET' | 'POST'
  /** Path and query. */
  action: string
  bringsFiles: boolean
  fields: Field[]
  buttons: { name: string; value: string }[]
}
/** A field of a form. `unseen`: whether it is hidden from people. */
export type Field = { name: string; type: string; value: string; options: string[]; unseen: boolean }

/** The addresses of the links in HTML of React, which has double quotes and escapes any other '<' or '>'. */
export function linksOf(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="(\/(?!\/)[^"#]*)/g)].map(([, href = '']) => unescaped(href))
}

export function formsOf(html: string, address: string): Form[] {
  return [...html.matchAll(/<form ?([^>]*)>(.*?)<\/form>/gs)].map(([, tag = '', inside = '']) => ({
    method: attribute(tag, 'method') === 'post' ? 'POST' : 'GET',
    action: attribute(tag, 'action') || address,
    bringsFiles: attribute(tag, 'enctype') === 'multipart/form-data',
    fields: fieldsOf(inside).filter(({ name }) => name),
    buttons: [...inside.matchAll(/<button ([^>]*)>/g)].map(([, button = '']) => ({
      name: attribute(button, 'name'),
      value: attribute(button, 'value'),
    })),
  }))
}

const FIELD = /<input ([^>]*?)\/?>|<textarea ([^>]*)>([^<]*)<\/textarea>|<select ([^>]*)>(.*?)<\/select>/gs

function fieldsOf(html: string): Field[] {
  return [...html.matchAll(FIELD)].map(([, input, area, text = '', select, inside = '']) => {
    if (area !== undefined)
      return {
        name: attribute(area, 'name'),
        type: 'textarea',
        value: unescaped(text),
        options: [],
        unseen: false,
      }
    if (select !== undefined)
      return { name: attribute(select, 'name'), type: 'select', ...choice(inside), unseen: false }
    const tag = input ?? ''
    const type = attribute(tag, 'type') || 'text'
    return {
      name: attribute(tag, 'name'),
      type,
      value: attribute(tag, 'value'),
      options: [],
      unseen: /tabindex="-1"/i.test(tag),
    }
  })
}

function choice(html: string): Pick<Field, 'value' | 'options'> {
  const all = [...html.matchAll(/<option ?([^>]*)>([^<]*)/g)].map(([, tag = '', words = '']) => ({
    value: /\bvalue="/.test(tag) ? attribute(tag, 'value') : unescaped(words),
    chosen: /\bselected=/.test(tag),
  }))
  const options = all.map(({ value }) => value)
  return { options, value: all.find(({ chosen }) => chosen)?.value ?? options.at(-1) ?? '' }
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '')
}

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => SIGNS[name] ?? '')
}

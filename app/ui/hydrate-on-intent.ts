/**
 * Inline script. It loads the application at the first input; moves without distance, which a resting pointer sends, do
 * not count. For the application it records in `missed` what came before: pressed buttons that need it, changed fields,
 * Escape, and followed links to a download (`data-tells`), which the application then reports in a toast. Meanwhile
 * each form can be sent once. A link with `data-back` returns to the last entry of the history with the path of the
 * link, so that the search, the page of the list and the scroll position come back.
 */
const waitForIntent = `(()=>{
const w=window,d=document,on=(type,f)=>addEventListener(type,f,true),miss=e=>e&&w.missed?.push(e)
const events=['pointermove','pointerdown','touchstart','keydown','focusin']
const start=e=>{
if(e?.type=='pointermove'&&!e.movementX&&!e.movementY)return
events.forEach(e=>removeEventListener(e,start))
const s=d.createElement('script');s.type='module'
s.textContent=d.getElementById('app').textContent;d.body.append(s)}
events.forEach(e=>addEventListener(e,start,{passive:true}))
w.missed=[]
on('click',e=>miss(e.target.closest('button.needs-script,.needs-script button,[data-tells]')))
on('input',e=>miss(e.target))
on('keydown',e=>e.key=='Escape'&&miss(d.querySelector('.dialog-close')))
let sent=new Set
on('pageshow',()=>sent.clear())
on('submit',e=>{if(w.missed){sent.has(e.target)&&e.preventDefault();sent.add(e.target)}})
on('click',e=>{
const n=w.navigation,a=!e.ctrlKey&&!e.metaKey&&e.target.closest('[data-back]')
const l=a&&n?.entries().slice(0,n.currentEntry.index).findLast(l=>new URL(l.url).pathname==a.pathname)
if(l){e.preventDefault();n.traverseTo(l.key)}})
if(d.querySelector('[autofocus],dialog[open],[data-hydrate]'))start()})()`.replaceAll('\n', ';')

/**
 * Delays the scripts of a page until the first input (ADR 3). A page with an open dialog or a focused field, and a page
 * of a member, starts them at once. The inline scripts become one, so that the policy needs one hash; their elements
 * stay, empty, since React expects them.
 */
export function hydrateOnIntent(html: string): string {
  const scripts: string[] = []
  const [, nonceAttribute = ''] = /<script (nonce="[^"]*")>/.exec(html) ?? []
  const htmlWithEmptyScripts = html
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script nonce="[^"]*" type="module" async="">([\s\S]*?)<\/script>/, (_, module) => {
      scripts.push(waitForIntent)
      return `<script ${nonceAttribute} type="text/plain" id="app">${module}</script>`
    })
    .replace(/<script nonce="[^"]*">([\s\S]*?)<\/script>/g, (_, script) => {
      // React Router indents its scripts.
      scripts.push(script.replace(/\n\s+/g, '\n'))
      return '<script></script>'
    })
  if (scripts.length === 0) return html
  return htmlWithEmptyScripts.replace(
    '</body>',
    () => `<script ${nonceAttribute}>${scripts.join(';\n')}</script></body>`,
  )
}

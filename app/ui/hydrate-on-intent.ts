/**
 * Inline script: loads the application at the first input (a pointer at rest sends moves without distance). It
 * records pressed buttons, changed fields, Escape and followed links to downloads (`data-tells`, which the application
 * then reports in a toast) for the application, and lets each form be sent once. A link with `data-back` returns to the last entry of the history with its path, whose search,
 * page and scroll position are kept.
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
on('click',e=>miss(e.target.closest('.needs-script,[data-tells]')))
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
 * Delays the scripts until input (ADR 3), except with an open dialog, a focused field, or a member. The scripts of the
 * router become one, whose hash the policy names; their elements stay, since React expects them.
 */
export function hydrateOnIntent(html: string): string {
  const scripts: string[] = []
  const [, nonceAttribute = ''] = /<script (nonce="[^"]*")>/.exec(html) ?? []
  const emptied = html
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script nonce="[^"]*" type="module" async="">([\s\S]*?)<\/script>/, (_, module) => {
      scripts.push(waitForIntent)
      return `<script ${nonceAttribute} type="text/plain" id="app">${module}</script>`
    })
    .replace(/<script nonce="[^"]*">([\s\S]*?)<\/script>/g, (_, script) => {
      scripts.push(script)
      return '<script></script>'
    })
  if (scripts.length === 0) return html
  return emptied.replace('</body>', () => `<script ${nonceAttribute}>${scripts.join(';\n')}</script></body>`)
}

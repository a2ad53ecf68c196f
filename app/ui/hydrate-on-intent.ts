/**
 * Inline script: loads the application at the first input (a pointer at rest sends moves without distance). It
 * records pressed buttons, changed fields, Escape and followed links (`data-tells`) for the application, and lets
 * each form be sent once. A link with `data-back` returns to the last entry of the history with its path, whose search,
 * page and scroll position are kept.
 */
const waitForIntent = `(()=>{
const events=['pointermove','pointerdown','touchstart','keydown','focusin']
const start=e=>{
if(e?.type=='pointermove'&&!e.movementX&&!e.movementY)return
events.forEach(e=>removeEventListener(e,start))
const s=document.createElement('script');s.type='module'
s.textContent=document.getElementById('app').textContent;document.body.append(s)}
events.forEach(e=>addEventListener(e,start,{passive:true}))
window.missed=[]
addEventListener('click',e=>window.missed?.push(e.target.closest('.needs-script,[data-tells]')),true)
addEventListener('input',e=>window.missed?.push(e.target),true)
addEventListener('keydown',e=>e.key=='Escape'&&window.missed?.push(document.querySelector('.dialog-close')),true)
let sent=new Set
addEventListener('pageshow',()=>sent.clear())
addEventListener('submit',e=>{if(window.missed){sent.has(e.target)&&e.preventDefault();sent.add(e.target)}})
addEventListener('click',e=>{
const a=e.target.closest('[data-back]'),n=window.navigation
if(!a||!n||e.ctrlKey||e.metaKey||e.shiftKey)return
const l=n.entries().slice(0,n.currentEntry.index).findLast(l=>new URL(l.url).pathname==a.pathname)
if(l){e.preventDefault();n.traverseTo(l.key)}},true)
if(document.querySelector('[autofocus],dialog[open],[data-hydrate]'))start()})()`.replaceAll('\n', ';')

/** Delays the scripts until input (decision 0003), except with an open dialog or a focused field. */
export function hydrateOnIntent(html: string): string {
  return html
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(
      /<script (nonce="[^"]*") type="module" async="">([\s\S]*?)<\/script>/,
      (_, nonce, module) =>
        `<script ${nonce} type="text/plain" id="app">${module}</script><script ${nonce}>${waitForIntent}</script>`,
    )
}

/**
 * Runs in the page: starts the application when the visitor first points, touches, types or moves the focus. A
 * pointer that rests where the page appears has moves too, of no distance. What only the application can serve is
 * remembered for it while it is on its way: pressed buttons, fields that were filled in, Escape as the dialog's close,
 * and links (`data-tells`) whose component reports that they were followed. Until then each form is sent once.
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
if(document.querySelector('[autofocus],dialog[open],[data-hydrate]'))start()})()`.replaceAll('\n', ';')

/**
 * Takes React Router's scripts off the critical path of a rendered page: no module is preloaded, and the
 * module that starts the application lies inert until the visitor shows intent (decision 0003). A page with
 * something open or in focus starts at once.
 */
export function hydrateOnIntent(html: string): string {
  return html
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(
      /<script (nonce="[^"]*") type="module" async="">([\s\S]*?)<\/script>/,
      (_, nonce, module) =>
        `<script ${nonce} type="text/plain" id="app">${module}</script><script ${nonce}>${waitForIntent}</script>`,
    )
}

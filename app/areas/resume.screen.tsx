import { redirect } from 'react-router'
import { forgetParkedForm, type ParkedForm, parkedForm } from '../accounts/parked.server'
import { memberFrom } from '../accounts/session.server'
import { FIELD_LABELS } from '../audit/rules'
import { redirectWith } from '../platform/flash.server'
import { readForm } from '../platform/form.server'
import { forgetDraft } from '../ui/drafts'
import { Form } from '../ui/form'
import { PageHead } from '../ui/page-head'
import { Submit } from '../ui/submit'
import type { Route } from './+types/resume.screen'
import '../ui/narrow.css'

/** A form that was sent with a dead session, or in that of another, and waited for its author (decisions §2). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const form = await parkedForm(memberFrom(context), request)
  if (!form) throw redirect('/dashboard')
  return { form, told: [{ label: 'Pagina', value: form.path }, ...legible(form)] }
}

/** Sent now: the kept form is forgotten, and the browser posts the same fields on to where they were meant for. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent = (await readForm(request)).has('ripresa')
  const form = await parkedForm(memberFrom(context), request)
  // Pressed twice: it has been sent, and tells of itself.
  if (!form) return redirect('/dashboard')
  const headers = { 'Set-Cookie': await forgetParkedForm(form) }
  if (sent) return redirect(form.path, { status: 307, headers })
  return redirectWith('/dashboard', { tone: 'neutral', title: 'Modulo eliminato' }, { headers })
}

const LABELS = new Map([
  ...FIELD_LABELS,
  ['fullName', 'Nome e cognome'],
  ['courseInterest', 'Corso di interesse'],
  ['message', 'Messaggio'],
  ['newDescription', 'Descrizione'],
])
/** What programs alone read. */
const CODES = new Set(['version', 'visibility', 'comingSoon', 'overCapacity'])
const ID = /^[\da-f-]{36}$/

/** What a person typed, as they typed it. */
function legible({ fields }: ParkedForm): { label: string; value: string }[] {
  return fields.flatMap(([name, value]) => {
    const typed = value.trim() !== '' && !CODES.has(name) && !ID.test(value)
    const label = LABELS.get(name)
    return typed && label ? { label, value } : []
  })
}

export default function Resume({ loaderData: { form, told } }: Route.ComponentProps) {
  return (
    <div className="page narrow">
      <PageHead title="Riprendi da dove eri" noindex />
      <h1>Riprendi da dove eri</h1>
      <p>
        Un modulo che hai inviato non è partito, perché la tua sessione era finita o in questo browser era
        entrato un altro account. Lo abbiamo conservato: puoi inviarlo adesso.
      </p>
      <div className="actions">
        <Form
          method="post"
          action="/ripresa"
          reloadDocument
          onSubmit={() => forgetDraft(form.path.replace(/\?.*/, ''))}
        >
          {form.fields.map(([name, value], i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one name may stand several times, and the order never changes
            <input key={i} type="hidden" name={name} value={value} />
          ))}
          <Submit className="button button-main" name="ripresa" value={form.id} busy="Invio in corso...">
            Invia ora
          </Submit>
        </Form>
        <Form method="post" action="/ripresa">
          <button className="button button-quiet" type="submit">
            Non inviarlo
          </button>
        </Form>
      </div>
      <h2>Che cosa invii</h2>
      <dl className="pairs">
        {told.map(({ label, value }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label may stand several times, and the order never changes
          <div key={i}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

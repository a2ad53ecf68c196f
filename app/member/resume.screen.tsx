import { redirect } from 'react-router'
import { forgetForm, type ParkedForm, waitingForms } from '../accounts/parked.server'
import { memberFrom } from '../accounts/session.server'
import { FIELD_LABELS } from '../audit/rules'
import { redirectWith } from '../http/flash.server'
import { readForm } from '../http/form.server'
import { forgetDraft } from '../ui/drafts'
import { Form } from '../ui/form'
import { PageHead } from '../ui/page-head'
import { Submit } from '../ui/submit'
import type { Route } from './+types/resume.screen'
import '../ui/narrow.css'

/** Forms that were sent with a dead session, or in that of another, and waited for their author (decisions §2). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const forms = await waitingForms(memberFrom(context), request)
  if (forms.length === 0) throw redirect('/dashboard')
  return {
    forms: forms.map((form) => ({
      ...form,
      told: [{ label: 'Pagina', value: form.path }, ...legible(form)],
    })),
  }
}

/** Sent now: the kept form is forgotten, and the browser posts the same fields on to where they were meant for. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await readForm(request)
  const [sent, dropped] = [answer.get('ripresa'), answer.get('rinuncia')]
  const forms = await waitingForms(memberFrom(context), request)
  const form = forms.find(({ id }) => id === (sent ?? dropped))
  const next = forms.some((other) => other !== form) ? '/ripresa' : '/dashboard'
  // Pressed twice: it has been sent, and tells of itself.
  if (!form) return redirect(next)
  const headers = { 'Set-Cookie': await forgetForm(form, request) }
  if (sent) return redirect(form.path, { status: 307, headers })
  return redirectWith(next, { tone: 'neutral', title: 'Modulo eliminato' }, { headers })
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

export default function Resume({ loaderData: { forms } }: Route.ComponentProps) {
  const several = forms.length > 1
  return (
    <div className="page narrow">
      <PageHead title="Riprendi da dove eri" noindex />
      <h1>Riprendi da dove eri</h1>
      <p>
        {several
          ? `${forms.length} moduli che hai inviato non sono partiti`
          : 'Un modulo che hai inviato non è partito'}
        , perché la tua sessione era finita o in questo browser era entrato un altro account.{' '}
        {several
          ? 'Li abbiamo conservati: puoi inviarli adesso, uno alla volta.'
          : 'Lo abbiamo conservato: puoi inviarlo adesso.'}
      </p>
      {forms.map((form, i) => (
        <Waiting
          key={form.id}
          form={form}
          which={several ? `Modulo ${i + 1} di ${forms.length}` : undefined}
        />
      ))}
    </div>
  )
}

type Told = Route.ComponentProps['loaderData']['forms'][number]

/** One of the forms; `which` tells it from the others. */
function Waiting({ form, which }: { form: Told; which: string | undefined }) {
  const label = (deed: string) => which && `${deed}: ${which}`
  return (
    <section>
      <h2>{which ?? 'Il tuo modulo'}</h2>
      <div className="actions">
        <Form method="post" action="/ripresa" reloadDocument onSubmit={() => forgetDraft(form.path)}>
          {form.fields.map(([name, value], i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one name may stand several times, and the order never changes
            <input key={i} type="hidden" name={name} value={value} />
          ))}
          <Submit
            className="button button-main"
            name="ripresa"
            value={form.id}
            busy="Invio in corso..."
            aria-label={label('Invia ora')}
          >
            Invia ora
          </Submit>
        </Form>
        <Form method="post" action="/ripresa">
          <button
            className="button button-quiet"
            type="submit"
            name="rinuncia"
            value={form.id}
            aria-label={label('Non inviarlo')}
          >
            Non inviarlo
          </button>
        </Form>
      </div>
      <dl className="pairs">
        {form.told.map(({ label, value }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label may stand several times, and the order never changes
          <div key={i}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

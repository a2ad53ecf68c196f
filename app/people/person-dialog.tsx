import { href, useLocation } from 'react-router'
import { ADMIN_PASSWORD_MIN } from '../accounts/passwords/rules'
import { QuestionDialog } from '../ui/overlays/question-dialog'

type Person = { id: string; firstName: string; lastName: string; email: string }

const STEPS = {
  promote: { title: 'Rendere amministratore?', button: 'Rendi amministratore' },
  demote: { title: 'Togliere da amministratore?', button: 'Togli da amministratore' },
  'end-sessions': { title: 'Scollegare i dispositivi?', button: 'Scollega i dispositivi' },
}
export type PersonStep = keyof typeof STEPS

/** Asks before a role or sessions change. `refusal`: why the step is impossible. */
export function PersonDialog({
  person,
  step,
  self,
  refusal,
  closeTo,
}: {
  person: Person
  step: PersonStep
  self: boolean
  refusal: string | undefined
  closeTo: string
}) {
  const { search } = useLocation()
  const name = `${person.firstName} ${person.lastName}`
  const { title, button } = STEPS[step]
  return (
    <QuestionDialog
      title={title}
      closeTo={closeTo}
      action={`${href('/admin/people')}${search}`}
      about={
        <p>
          <b>{name}</b>, {person.email}
        </p>
      }
      refusal={refusal}
      name="person"
      value={person.id}
      busy="Salvataggio..."
      button={button}
    >
      <Consequences step={step} self={self} />
      <input type="hidden" name="intent" value={step} />
    </QuestionDialog>
  )
}

function Consequences({ step, self }: { step: PersonStep; self: boolean }) {
  if (step === 'promote')
    return (
      <p>
        Potrà gestire corsi, iscrizioni, documenti e persone. Riceve un’email e deve accedere di nuovo, con
        una password di almeno {ADMIN_PASSWORD_MIN} caratteri.
      </p>
    )
  if (step === 'end-sessions')
    return (
      <p>
        Esce subito da tutti i dispositivi e riceve un’email. Chi conosce la password può rientrare: se è il
        caso, invita a cambiarla.
      </p>
    )
  if (self)
    return (
      <p>
        <b>Sei tu.</b> Uscirai subito da tutti i dispositivi e non potrai più aprire questo pannello, finché
        un altro amministratore non ti restituisce il ruolo.
      </p>
    )
  return (
    <p>
      Non potrà più aprire questo pannello ed esce subito da tutti i dispositivi. Account e iscrizioni
      restano. Riceve un’email.
    </p>
  )
}

import { href } from 'react-router'
import { type Addressee, accountEmail, Unexpected } from '../accounts/emails'
import { isToActivate } from '../accounts/rules'
import { ActionButton, FactRows, P } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { env } from '../runtime/env.server'

type Account = Parameters<typeof isToActivate>[0]

/** What the person of an account has to do before they can sign in, as a sentence after another; '' for nothing. */
function firstStep(account: Account): string {
  if (account.emailVerified) return ''
  return isToActivate(account)
    ? ' Se non hai ancora una password, scegli prima quella: il link sta nell’email d’invito.'
    : ' Se non l’hai ancora confermato, fallo prima: il link sta nell’email che hai ricevuto alla registrazione.'
}

/** Tells a person that the office lets them mark the registers of a course. `course`: its title. */
export function teacherAdded(teacher: Addressee & Account, course: string): Email {
  return accountEmail(teacher, 'may-mark-registers', 'Puoi segnare le presenze', {
    preview: `Il registro di ${course} è aperto anche a te.`,
    children: (
      <>
        <P>
          la segreteria ti ha messo tra chi segna le presenze di un corso: trovi il registro e il foglio firme
          di ogni lezione in «Le mie lezioni».
        </P>
        <FactRows rows={[['Corso', course]]} />
        <ActionButton href={env.publicOrigin + href('/docente')}>Le mie lezioni</ActionButton>
        <P quiet>Si entra con questo indirizzo email.{firstStep(teacher)}</P>
        <Unexpected />
      </>
    ),
  })
}

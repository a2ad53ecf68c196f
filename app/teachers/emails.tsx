import { href } from 'react-router'
import { type Addressee, accountEmail, Unexpected } from '../accounts/emails'
import { ActionButton, FactRows, P } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { env } from '../runtime/env.server'

/** Tells a person that the office lets them mark the registers of a course. `course`: its title. */
export function teacherAdded(teacher: Addressee, course: string): Email {
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
        <P quiet>
          Si entra con questo indirizzo email. Se non hai ancora una password, scegli prima quella: il link
          sta nell’email d’invito.
        </P>
        <Unexpected />
      </>
    ),
  })
}

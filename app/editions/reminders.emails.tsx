import { href } from 'react-router'
import { isAtOwnPace } from '../courses/rules'
import { appointmentRows, type EnrolmentFacts, emailToPerson, lessonLink } from '../enrolments/emails'
import { DashboardButton, FactRows, P, TextLink } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { env } from '../runtime/env.server'
import { siteSettings } from '../site/settings'
import { joiningLetter } from './reminders.rules'

/** The joining instructions for a participant, sent some days before the first session, or once they have a seat. */
export function joiningInstructions(facts: EnrolmentFacts): Email {
  const { course, origin } = facts
  const atOwnPace = isAtOwnPace(course)
  const link = lessonLink(course)
  const letter = joiningLetter(course)
  return emailToPerson(facts, 'joining-instructions', letterSubject(letter), {
    preview: atOwnPace
      ? 'Come si seguono le lezioni.'
      : course.afterApproval
        ? 'Quando, dove, e che cosa ti serve.'
        : 'Quando e dove.',
    toMany: true,
    children: (
      <>
        <OpeningParagraph letter={letter} />
        <FactRows rows={[...appointmentRows(course), ['Da sapere', course.afterApproval]]} />
        {link && (
          <P>
            <TextLink href={link}>Vai alle lezioni</TextLink>
          </P>
        )}
        <P>
          Nella tua area personale trovi il calendario di tutte le sessioni
          {course.documentCount > 0 && ' e i documenti'}.
        </P>
        <DashboardButton origin={origin} />
        {!atOwnPace && <P quiet>Non puoi venire? Avvisa la segreteria al {siteSettings().company.phone}.</P>}
      </>
    ),
  })
}

/** The thanks to a participant, sent from the day after the last session. Replies go to the office. */
export function thanksForComing(facts: EnrolmentFacts): Email {
  const { course, origin } = facts
  const email = emailToPerson(facts, 'thanks', letterSubject('thanks'), {
    preview: 'Il corso è finito: com’è andata?',
    toMany: true,
    children: (
      <>
        <OpeningParagraph letter="thanks" />
        <FactRows rows={[['Corso', course.title]]} />
        <P>
          Quando vuoi continuare, guarda{' '}
          <TextLink href={`${origin}${href('/corsi')}`}>i prossimi corsi</TextLink>.
        </P>
        <DashboardButton origin={origin} />
      </>
    ),
  })
  return { ...email, replyTo: env.officeEmail }
}

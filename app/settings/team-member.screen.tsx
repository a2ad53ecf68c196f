import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { TeamEntry } from '../public/team-entry'
import { siteSettings } from '../site/settings'
import { Field, TextArea } from '../ui/forms/field'
import type { Route } from './+types/team-member.screen'
import { FormPart, GroupForm } from './group-form'
import { answerItemForm, type ItemReading, readItemForm } from './group-form.server'
import { NEW_ITEM, withItem } from './list.rules'
import { PERSON_LABELS, PERSON_MOST, readPerson, writePerson } from './team.rules'
import '../public/about.css'

const PERSON_FORM: ItemReading<'team'> = {
  group: 'team',
  page: href('/admin/impostazioni/squadra'),
  read: (text, stored, id, key) => {
    const { value, errors } = readPerson(text, stored, id, key)
    return { value: withItem(stored, value, id), errors }
  },
  write: writePerson,
}

export function loader({ context, params }: Route.LoaderArgs) {
  return readItemForm(adminFrom(context), context, params.colleague, PERSON_FORM)
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerItemForm(adminFrom(context), { request, context }, params.colleague, PERSON_FORM)
}

export default function TeamMemberSettings({ loaderData, actionData, params }: Route.ComponentProps) {
  const { team } = siteSettings()
  const place = team.findIndex(({ id }) => id === params.colleague)
  const title = params.colleague === NEW_ITEM ? 'Nuova persona' : 'Persona della squadra'
  return (
    <GroupForm
      title={title.toLowerCase()}
      start={loaderData}
      result={actionData}
      labels={PERSON_LABELS}
      limits={PERSON_MOST}
      back={href('/admin/impostazioni/squadra')}
      preview={({ name = '', role = '', about = '' }) => (
        <div className="team">
          <div>
            <TeamEntry
              person={{
                id: params.colleague,
                name: name.trim() || PERSON_LABELS.name,
                role: role.trim() || PERSON_LABELS.role,
                about,
              }}
              place={place < 0 ? team.length : place}
            />
          </div>
        </div>
      )}
    >
      {({ field, length }) => (
        <FormPart title={title}>
          <div className="group-stack">
            <Field
              {...field('name')}
              hint="Come nei corsi che insegna: dalle pagine dei corsi si arriva qui."
            />
            <Field {...field('role')} />
            <TextArea
              {...field('about')}
              rows={3}
              optional
              hint={`${length('about')}. La foto si carica dall’elenco; senza foto si vedono le iniziali.`}
            />
          </div>
        </FormPart>
      )}
    </GroupForm>
  )
}

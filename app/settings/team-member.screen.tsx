import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { TeamEntry } from '../public/team-entry'
import { hasErrors } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/team-member.screen'
import { GroupForm } from './group-form'
import { answerItemForm, requireItem } from './group-form.server'
import { NEW_ITEM, withItem } from './list.rules'
import { lengthInWords } from './paragraphs.rules'
import { readGroup } from './queries.server'
import { PERSON_LABELS, PERSON_MOST, readPerson, writePerson } from './team.rules'
import '../public/about.css'

export async function loader({ context, params: { colleague } }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const { value, version, lastChange } = await readGroup(admin, 'team')
  requireItem(context, value, colleague)
  const index = value.findIndex(({ id }) => id === colleague)
  const place = index < 0 ? value.length : index
  const { value: photos } = await readGroup(admin, 'photos')
  return { text: writePerson(value, colleague), key: randomUUID(), version, lastChange, place, photos }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const listPage = href('/admin/impostazioni/squadra')
  return answerItemForm(adminFrom(context), { request, context }, listPage, params.colleague, {
    group: 'team',
    itemsOf: (team) => team,
    read: (text, stored, id, key) => {
      const { value, errors } = readPerson(text, stored, id, key)
      return { value: withItem(stored, value, id), errors }
    },
    write: writePerson,
  })
}

export default function TeamMemberSettings({ loaderData, actionData, params }: Route.ComponentProps) {
  const title = params.colleague === NEW_ITEM ? 'Nuova persona' : 'Persona della squadra'
  return (
    <>
      <PageHead title={`Impostazioni: ${title.toLowerCase()}`} noindex error={hasErrors(actionData)} />
      <GroupForm
        start={loaderData}
        result={actionData}
        labels={PERSON_LABELS}
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
                place={loaderData.place}
                photos={loaderData.photos}
              />
            </div>
          </div>
        )}
      >
        {(text, errors, typed) => (
          <fieldset className="fields">
            <legend>
              <span className="fields-title">{title}</span>
            </legend>
            <div className="group-stack">
              <Field
                label={PERSON_LABELS.name}
                name="name"
                maxLength={PERSON_MOST.name}
                defaultValue={text.name}
                error={errors.name}
                hint="Come nei corsi che insegna: dalle pagine dei corsi si arriva qui."
              />
              <Field
                label={PERSON_LABELS.role}
                name="role"
                maxLength={PERSON_MOST.role}
                defaultValue={text.role}
                error={errors.role}
              />
              <TextArea
                label={PERSON_LABELS.about}
                name="about"
                rows={3}
                optional
                maxLength={PERSON_MOST.about}
                defaultValue={text.about}
                error={errors.about}
                hint={`${lengthInWords(typed.about, PERSON_MOST.about)}. La foto si carica dall’elenco; senza foto si vedono le iniziali.`}
              />
            </div>
          </fieldset>
        )}
      </GroupForm>
    </>
  )
}

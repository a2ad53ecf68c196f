import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { EMAIL_MAX } from '../accounts/rules'
import { isDay } from '../italian/dates'
import { Choice } from '../ui/forms/choice'
import { Form } from '../ui/forms/form'
import { SuggestInput } from '../ui/forms/suggest-input'
import { useSuggestions } from '../ui/forms/suggestions'
import { ACTION_LABELS, AUDIT_ACTIONS, type AuditAction } from './codes.rules'
import { entitiesLabel } from './rules'
import '../ui/forms/filters.css'

/**
 * The filters in the address; '' is no filter. `utente`: the actor, by e-mail or id, or `SYSTEM_NAME`; `persona`: the
 * person whom entries are about, by e-mail or id; `azione`: an action; `entita`: an entity, also one that the program
 * does not know; `dal` and `al`: the first and the last day in Italy, YYYY-MM-DD.
 */
export type LogFilters = {
  utente: string
  persona: string
  azione: AuditAction | ''
  entita: string
  dal: string
  al: string
}

/** Most characters of an entity; the name of a table is shorter. */
const ENTITY_MAX = 60
const dayFrom = (text: string | null) => (text && isDay(text) ? text : '')
const tidyParameter = (text: string | null, most: number) =>
  (text ?? '').replaceAll('\0', '').trim().slice(0, most)

/** Reads the filters from the address. An unknown action and a wrong day are no filters; any other text is one. */
export function filtersFrom(search: URLSearchParams): LogFilters {
  const azione = AUDIT_ACTIONS.find((action) => action === search.get('azione')) ?? ''
  return {
    utente: tidyParameter(search.get('utente'), EMAIL_MAX),
    persona: tidyParameter(search.get('persona'), EMAIL_MAX),
    azione,
    entita: tidyParameter(search.get('entita'), ENTITY_MAX),
    dal: dayFrom(search.get('dal')),
    al: dayFrom(search.get('al')),
  }
}

/**
 * A `path` of the log, of an entry or of the export, with filters and `further` parameters; empty ones are left out.
 */
export function logAddress(path: string, filters: LogFilters, further: Record<string, string> = {}): string {
  const parameters = Object.entries({ ...filters, ...further }).filter(([, value]) => value)
  return parameters.length > 0 ? `${path}?${new URLSearchParams(parameters)}` : path
}

/** The form of the filters, also without a script. Fields are new when the filters of the address change. */
export function FilterForm({
  filters,
  entities,
  people,
}: {
  filters: LogFilters
  entities: string[]
  /** The e-mails to suggest before the user types. */
  people: string[]
}) {
  const [suggested, suggest] = useSuggestions<{ people: { email: string }[] }>(
    href('/admin/people/suggerimenti'),
    'q',
  )
  const emails = suggested?.people.map(({ email }) => email) ?? people
  const personField = (name: 'utente' | 'persona', label: string) => (
    <div className="field filter-wide">
      <label htmlFor={name}>{label}</label>
      <SuggestInput
        id={name}
        name={name}
        type="text"
        inputMode="email"
        spellCheck={false}
        placeholder="Email o ID"
        defaultValue={filters[name]}
        suggest={suggest}
        suggestions={emails.map((email) => ({ value: email }))}
      />
    </div>
  )
  const dayField = (name: 'dal' | 'al', label: string) => (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input className="input" id={name} name={name} type="date" defaultValue={filters[name]} />
    </div>
  )
  return (
    <search>
      <Form action={href('/admin/audit')} className="filters log-filters">
        <Fragment key={Object.values(filters).join(' ')}>
          {personField('utente', 'Utente')}
          <Choice
            name="azione"
            label="Azione"
            value={filters.azione}
            options={{ '': 'Tutte', ...ACTION_LABELS }}
          />
          <Choice
            name="entita"
            label="Entità"
            value={filters.entita}
            options={Object.fromEntries([
              ['', 'Tutte'],
              ...entities.map((entity) => [entity, entitiesLabel(entity)]),
            ])}
          />
          {personField('persona', 'Riguarda la persona')}
          {dayField('dal', 'Dal')}
          {dayField('al', 'Al')}
        </Fragment>
        <div className="actions">
          <button className="button" type="submit">
            Filtra
          </button>
          {Object.values(filters).some(Boolean) && (
            <Link className="link" to={href('/admin/audit')}>
              Azzera
            </Link>
          )}
        </div>
      </Form>
    </search>
  )
}

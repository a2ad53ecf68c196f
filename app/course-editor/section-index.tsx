import { createContext, type ReactNode, use } from 'react'
import { Icon } from '../ui/icon'
import { SECTIONS, type Section, type SectionState, sectionAfter, stateInWords } from './sections.rules'

type Choice = { section: Section | undefined; choose: (section: Section) => void }

/** The one section that a phone shows; all of them before a script runs. */
export const ChosenSection = createContext<Choice>({ section: undefined, choose: () => undefined })

const anchorOf = (section: Section) => `sezione-${section}`

/** The sections with their states: links beside the form, and on a phone the choice of the one that is shown. */
export function SectionIndex({
  states,
  isSettled,
}: {
  states: Record<Section, SectionState>
  /** Nothing is to be looked at where nothing was changed: a saved course, not a new one. */
  isSettled: boolean
}) {
  const { section: chosen, choose } = use(ChosenSection)
  const sections = Object.keys(SECTIONS) as Section[]
  return (
    <div className="section-index">
      <nav aria-label="Sezioni della scheda">
        {sections.map((section) => (
          <a
            key={section}
            href={`#${anchorOf(section)}`}
            onClick={(event) => {
              // A change of the hash would count as navigation and drop the result of the action.
              event.preventDefault()
              choose(section)
              document.getElementById(anchorOf(section))?.scrollIntoView()
            }}
          >
            {SECTIONS[section].title} <State state={states[section]} isSettled={isSettled} />
          </a>
        ))}
      </nav>
      {chosen && (
        <select
          className="input"
          aria-label="Sezione"
          value={chosen}
          onChange={(event) => choose(event.target.value as Section)}
        >
          {sections.map((section) => (
            <option key={section} value={section}>
              {[SECTIONS[section].title, stateInWords(states[section])].filter(Boolean).join(': ')}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

function State({ state, isSettled }: { state: SectionState; isSettled: boolean }) {
  const words = stateInWords(state)
  if (words) return <span className={state.wrong > 0 ? 'few num' : 'num'}>{words}</span>
  return isSettled && <Icon name="check" />
}

/** One section of the form, with its title and, on a phone, the way to the next one. */
export function FormSection({
  section,
  note,
  children,
}: {
  section: Section
  note?: string
  children: ReactNode
}) {
  const { section: chosen, choose } = use(ChosenSection)
  const next = sectionAfter(section)
  return (
    <fieldset
      className={chosen && chosen !== section ? 'fields fields-elsewhere' : 'fields'}
      id={anchorOf(section)}
    >
      <legend>
        <span className="fields-title">{SECTIONS[section].title}</span>
        {note && <span className="hint">{note}</span>}
      </legend>
      <div className="fields-grid">{children}</div>
      {chosen && next && (
        <button className="button next-section" type="button" onClick={() => choose(next)}>
          Avanti: {SECTIONS[next].title} <Icon name="right" />
        </button>
      )}
    </fieldset>
  )
}

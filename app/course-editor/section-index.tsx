import { createContext, type ReactNode, use } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../ui/icon'
import { PageList } from '../ui/overlays/page-list'
import { SECTIONS, type Section, type SectionState, sectionAfter, stateInWords } from './sections.rules'

type SectionChoice = { section: Section | undefined; choose: (section: Section) => void }

/**
 * The section of the form that is chosen; a phone shows only this one. Undefined before a script runs: all are shown.
 */
export const ChosenSection = createContext<SectionChoice>({ section: undefined, choose: () => undefined })

/** Chooses a section, scrolls to its beginning, and moves the focus there. */
function goToSection(section: Section, choose: SectionChoice['choose']) {
  flushSync(() => choose(section))
  const target = document.getElementById(anchorOf(section))
  target?.focus({ preventScroll: true })
  target?.scrollIntoView()
}

const anchorOf = (section: Section) => `sezione-${section}`

/** The sections with their states: links beside the form, and on a narrow screen a list that unfolds. */
export function SectionIndex({
  states,
  ticksUnchanged,
}: {
  states: Record<Section, SectionState>
  /** Whether sections without changes, errors and warnings get a tick: for a saved course, not for a new one. */
  ticksUnchanged: boolean
}) {
  const { section: chosen, choose } = use(ChosenSection)
  const words = chosen && stateInWords(states[chosen])
  const nameOf = (section: Section) => (
    <>
      {SECTIONS[section].title} <SectionStateMark state={states[section]} ticksUnchanged={ticksUnchanged} />
    </>
  )
  const links = (Object.keys(SECTIONS) as Section[]).map((section) => (
    <a
      key={section}
      href={`#${anchorOf(section)}`}
      aria-current={section === chosen || undefined}
      onClick={(event) => {
        // A change of the hash would count as navigation and drop the result of the action.
        event.preventDefault()
        goToSection(section, choose)
      }}
    >
      {nameOf(section)}
    </a>
  ))
  return (
    <div className="section-index">
      <nav className="section-links" aria-label="Sezioni della scheda">
        {links}
      </nav>
      {chosen && (
        <PageList
          name="Sezioni"
          chosen={
            <>
              {SECTIONS[chosen].title} {words && <span className="num">{words}</span>}
            </>
          }
        >
          {links}
        </PageList>
      )}
    </div>
  )
}

function SectionStateMark({ state, ticksUnchanged }: { state: SectionState; ticksUnchanged: boolean }) {
  const words = stateInWords(state)
  if (words) return <span className={state.wrong > 0 ? 'few num' : 'num'}>{words}</span>
  return ticksUnchanged && <Icon name="check" />
}

/** A section of the form with its title and, on a phone, a button to the next section. */
export function FormSection({
  section,
  note,
  children,
}: {
  section: Section
  note?: ReactNode
  children: ReactNode
}) {
  const { section: chosen, choose } = use(ChosenSection)
  const next = sectionAfter(section)
  return (
    <fieldset
      className={chosen && chosen !== section ? 'fields fields-elsewhere' : 'fields'}
      id={anchorOf(section)}
      tabIndex={-1}
      onFocus={() => choose(section)}
    >
      <legend>
        <span className="fields-title">{SECTIONS[section].title}</span>
        {note && <span className="hint">{note}</span>}
      </legend>
      <div className="fields-grid">{children}</div>
      {chosen && next && (
        <button className="button next-section" type="button" onClick={() => goToSection(next, choose)}>
          Avanti: {SECTIONS[next].title} <Icon name="right" />
        </button>
      )}
    </fieldset>
  )
}

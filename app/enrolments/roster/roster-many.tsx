import type { ReactNode } from 'react'
import { href } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { FileButton } from '../../ui/forms/file-button'
import { Submit } from '../../ui/forms/form'
import { More } from '../../ui/overlays/more'
import { addressWith } from '../../ui/query'
import { type ChoiceWords, ChosenRows } from '../../ui/tables/chosen-rows'
import type { ButtonResult } from '../review/form-actions.server'
import { type RosterStep, stateLabelAfter, stepButtonLabel, stepsFrom } from '../steps.rules'
import { InlineQuestion } from './inline-question'
import type { RosterPerson } from './queries.server'

const WORDS: ChoiceWords = {
  label: 'Iscritti scelti',
  all: 'Scegli tutti',
  none: 'Deseleziona tutti',
  singular: 'scelto',
  plural: 'scelti',
  another: 'un altro',
  others: 'altri',
}

/** `hasBegun`: its first day has come; `isClosed`: it was deleted or cancelled. */
type RosterCourse = { id: string; hasBegun: boolean; isClosed: boolean }

/**
 * The address of the CSV file of chosen people of an edition. `course`: its id; `enrolments`: ids; `format`: 'iso' for
 * programs, undefined for spreadsheets.
 */
export const rosterExportAddress = (course: string, enrolments: string[], format?: 'iso') =>
  addressWith(href('/admin/courses/:course/iscritti.csv', { course }), {
    formato: format ?? null,
    a: enrolments,
  })

/** The rows of the roster in a form, with buttons that act on the chosen ones. */
export function RosterMany({
  people,
  course,
  page,
  children,
}: {
  people: RosterPerson[]
  course: RosterCourse
  page: string
  children: ReactNode
}) {
  const steps = course.isClosed
    ? []
    : [...new Set(people.flatMap(({ status }) => stepsFrom(status, course.hasBegun)))].sort(byOrder)
  return (
    <ChosenRows
      ids={people.map(({ id }) => id)}
      page={page}
      words={WORDS}
      clears
      acts={(chosen) => <RosterActs chosen={chosen} steps={steps} course={course} />}
    >
      {children}
    </ChosenRows>
  )
}

/** Steps in the order of their buttons: forwards, then backwards. */
const BUTTON_ORDER: RosterStep[] = ['start', 'complete', 'uncomplete', 'unstart']
const byOrder = (a: RosterStep, b: RosterStep) => BUTTON_ORDER.indexOf(a) - BUTTON_ORDER.indexOf(b)

/**
 * Buttons for the chosen people: 'Scrivi', beside it the first forward step, and a menu with the other acts. On a phone
 * that step is in the menu too. `chosen`: how many are chosen; `steps`: those that anybody on the page can take.
 */
function RosterActs({
  chosen,
  steps,
  course,
}: {
  chosen: number
  steps: RosterStep[]
  course: RosterCourse
}) {
  const [mainStep] = steps.filter((step) => step === 'start' || step === 'complete')
  return (
    <>
      {!course.isClosed && (
        <Submit className="button" name="intent" value="write-many" busy="Un momento...">
          {chosen === 1 ? 'Scrivi' : `Scrivi ${chosen > 0 ? `a ${chosen}` : 'agli scelti'}`}
        </Submit>
      )}
      {mainStep && (
        <Submit
          className="button bulk-outlined bulk-wide"
          name="intent"
          value={`${mainStep}-many`}
          busy="Salvo..."
        >
          {stepButtonLabel(mainStep)}
        </Submit>
      )}
      <More of={WORDS.label}>
        {steps.map((step) => (
          <Submit
            key={step}
            className={step === mainStep ? 'bulk-phone' : ''}
            name="intent"
            value={`${step}-many`}
            busy="Salvo..."
          >
            {stepButtonLabel(step)}
          </Submit>
        ))}
        {!course.isClosed && (
          <Submit className="" name="intent" value="move-many" busy="Un momento...">
            Sposta in un’altra edizione…
          </Submit>
        )}
        {(steps.length > 0 || !course.isClosed) && <hr />}
        <b>Esporta CSV</b>
        <FileButton name="intent" value="export-many" fileOf={(ids) => rosterExportAddress(course.id, ids)}>
          Per Excel (consigliato)
        </FileButton>
        <FileButton
          name="intent"
          value="export-many-iso"
          fileOf={(ids) => rosterExportAddress(course.id, ids, 'iso')}
        >
          Per un altro programma
        </FileButton>
      </More>
    </>
  )
}

/** Asks whether to take a step for several people although the course has not begun. */
export function QuestionAboutMany({
  question: { step, intent, people },
  page,
}: {
  question: NonNullable<ButtonResult['questionAboutMany']>
  page: string
}) {
  return (
    <InlineQuestion
      page={page}
      text={`Il corso non è ancora iniziato. Segnare come «${stateLabelAfter(step)}» ${formatCount(people.length, 'persona', 'persone')}: ${people.map(({ name }) => name).join(', ')}?`}
      button={stepButtonLabel(step)}
      name="intent"
      value={intent}
    >
      {people.map(({ id }) => (
        <input key={id} type="hidden" name="chosen" value={id} />
      ))}
      <input type="hidden" name="early" value="1" />
    </InlineQuestion>
  )
}

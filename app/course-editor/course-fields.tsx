import { type ComponentProps, type ReactNode, useState } from 'react'
import { FIELD_LABELS } from '../audit/fields.rules'
import { LOGO_NAMES, partnerLogo } from '../content/partner-logos'
import { THEMES } from '../content/themes'
import { SessionReadings } from '../courses/session-readings'
import { VAT_LABELS } from '../courses/vat.rules'
import { DEFAULT_THRESHOLD } from '../enrolments/attendance/rules'
import { explainDay } from '../parsing/dates.rules'
import { Field, Labelled, TextArea } from '../ui/forms/field'
import { setText } from '../ui/forms/set-text'
import { eurosReading, instalmentsReading } from './field-readings'
import { RowsField } from './rows-field'
import { type CourseErrors, type CourseField, type CourseText, FIELD_LIMITS } from './rules'
import { FormSection } from './section-index'

/** The labels of the form that the log writes in other words. */
const LABELS_OF_FORM: Partial<Record<keyof CourseText, string>> = {
  comingSoon: 'In arrivo (coming soon)',
  slug: 'Indirizzo della pagina',
  destinatari: 'Destinatari',
  certificazione: 'Certificazione',
}
/** The label of a field or switch of the form. */
export const courseFieldLabel = (field: keyof CourseText): string =>
  LABELS_OF_FORM[field] ?? FIELD_LABELS.get(field) ?? field

const TEACHER_PARTS = [{ label: 'Nome' }, { label: 'Una riga su chi è', isLong: true }] as const

const PARTNER_PARTS = [
  { label: 'Nome' },
  { label: 'Logo', options: { none: 'Nessun logo', names: LOGO_NAMES, picture: logoPicture } },
  { label: 'Descrizione', isLong: true },
] as const

function logoPicture(name: string): ReactNode {
  const address = partnerLogo(name)
  return address && <img src={address} alt="" />
}

/** What the fields of prices share. */
const IN_EUROS = { width: 'third', unit: 'euros', inputMode: 'decimal', showReading: eurosReading } as const

/**
 * The sections of the form after 'Pubblicazione'. Fields that accept several notations show how the text is read.
 * `text`: what the fields show at first; `base`: the text of the saved course with which the form began; undefined for
 * a new course.
 */
export function CourseFields({
  text,
  base,
  errors,
  brochure,
}: {
  text: CourseText
  base: CourseText | undefined
  errors: CourseErrors
  brochure: ReactNode
}) {
  const fieldProps = (name: CourseField) => ({ name, text: text[name], error: errors[name] })
  const lineProps = (name: CourseField) => ({ ...fieldProps(name), base: base?.[name] })
  return (
    <>
      <FormSection section="corso">
        <LineField {...lineProps('title')} width="full" required />
        <AreaField {...fieldProps('shortDescription')} width="full" rows={2} />
        <AreaField
          {...fieldProps('description')}
          width="full"
          rows={8}
          hint="Una riga vuota comincia un nuovo paragrafo."
        />
        <LineField
          {...lineProps('slug')}
          width="two-thirds"
          hint="Dopo /corsi/. Se è vuoto, viene dal titolo; se lo cambi, l’indirizzo di prima porta comunque qui."
        />
        <ChoiceField
          {...fieldProps('theme')}
          hint="Decide il disegno della copertina."
          none="Nessun tema"
          options={THEMES}
        />
      </FormSection>
      <FormSection section="dove">
        <LineField {...lineProps('modalita')} width="third" hint="In presenza, online, e-learning…" />
        <LineField {...lineProps('tipoSessione')} width="third" hint="Weekend, serale, intensivo…" />
        <LineField {...lineProps('level')} width="third" hint="Base, intermedio, avanzato…" />
        <LineField {...lineProps('location')} width="two-thirds" />
        <LineField
          {...lineProps('maxPartecipanti')}
          width="third"
          inputMode="numeric"
          hint="Vuoto o 0: nessun limite ai posti."
        />
        <LineField
          {...lineProps('attendanceThreshold')}
          width="third"
          unit="percent"
          inputMode="numeric"
          hint={`Percentuale delle ore, vuoto vale ${DEFAULT_THRESHOLD}.`}
        />
      </FormSection>
      <FormSection section="prezzi">
        <LineField {...lineProps('price')} {...IN_EUROS} />
        <LineField {...lineProps('priceEarlyBird')} {...IN_EUROS} optional />
        <LineField
          {...lineProps('earlyBirdUntil')}
          width="third"
          hint="L’ultimo giorno, per esempio 31/12/2026."
          showReading={explainDay}
        />
        <LineField {...lineProps('priceSingleModule')} {...IN_EUROS} optional />
        <AreaField
          {...fieldProps('paymentInstallments')}
          width="two-thirds"
          rows={3}
          hint="Un importo per riga, oppure 3 x 400."
          showReading={instalmentsReading}
        />
        <ChoiceField
          {...fieldProps('vatTreatment')}
          hint="Per il file del commercialista: chiedi a lui. Il pubblico non la vede."
          none="Non indicata"
          options={VAT_LABELS}
        />
      </FormSection>
      <FormSection section="calendario" note="Una sessione per riga, come viene">
        <AreaField
          {...fieldProps('sessions')}
          width="full"
          isBeside
          rows={6}
          hint="10/03/2027 9:00-18:00 (8 ore), 10 marzo 2027, dal 10 al 12 marzo 2027."
          showReading={(typed, change) => <SessionReadings text={typed} onChange={change} />}
        />
      </FormSection>
      <FormSection section="programma" note="Una voce per riga">
        <AreaField {...fieldProps('moduli')} />
        <AreaField {...fieldProps('contenuti')} hint="Compaiono sotto il primo modulo." />
        <AreaField {...fieldProps('destinatari')} rows={4} />
        <AreaField {...fieldProps('metodologie')} rows={4} />
        <AreaField {...fieldProps('certificazione')} width="full" rows={3} />
      </FormSection>
      <FormSection section="docenti">
        <RowsField
          {...fieldProps('teachers')}
          label={courseFieldLabel('teachers')}
          hint="Un docente per riga: nome | una riga su chi è"
          parts={TEACHER_PARTS}
          addLabel="Aggiungi un docente"
        />
        {brochure}
      </FormSection>
      <FormSection section="iscritti">
        <AreaField
          {...fieldProps('afterApproval')}
          rows={3}
          hint="Come e quando si paga, che cosa portare. Lo legge solo chi è iscritto."
        />
        <LineField
          {...lineProps('lessonsUrl')}
          optional
          inputMode="url"
          hint="Per l’online e l’e-learning: https://…"
        />
      </FormSection>
      <FormSection section="contatti">
        <AreaField {...fieldProps('contattiEmail')} width="full" rows={2} hint="Un indirizzo per riga." />
        <RowsField
          {...fieldProps('partnerPromotori')}
          label={courseFieldLabel('partnerPromotori')}
          hint={`Un partner per riga: nome | logo | descrizione; il logo può mancare. Loghi: ${LOGO_NAMES.join(', ')}.`}
          parts={PARTNER_PARTS}
          addLabel="Aggiungi un partner"
          isTitled={false}
        />
      </FormSection>
    </>
  )
}

/** Shows how a typed text is read. `change`: types another text into the field. */
type ShowReading = (text: string, change: (text: string) => void) => ReactNode
type Width = 'third' | 'half' | 'two-thirds' | 'full'

type FieldProps = {
  name: CourseField
  /** What the field shows at first: of the saved course, of a restored draft, or what a refused form has sent. */
  text: string
  error: string | undefined
}

type TypedFieldProps = FieldProps & {
  /** The part of a wide screen that the field takes; half by default. */
  width?: Width
  /** For fields that accept several notations. */
  showReading?: ShowReading
}

/**
 * `base`: the text of the field in the saved course with which the form began, to be put back; undefined for a new one.
 */
function LineField({
  name,
  text,
  base,
  showReading,
  width = 'half',
  unit,
  ...field
}: TypedFieldProps & { base: string | undefined; unit?: 'euros' | 'percent' } & Partial<
    Omit<ComponentProps<typeof Field>, 'width'>
  >) {
  const [typed, setTyped] = useState(text)
  return (
    <div className={unit ? `field-${width} in-${unit}` : `field-${width}`}>
      <Field
        label={courseFieldLabel(name)}
        name={name}
        maxLength={FIELD_LIMITS[name]}
        defaultValue={text}
        onChange={(event) => setTyped(event.target.value)}
        {...field}
      />
      {typed !== text && <FieldReading name={name} typed={typed} showReading={showReading} />}
      {base && base !== typed && (
        <p className="hint">
          Prima: {base}.{' '}
          <button type="button" className="link needs-script" onClick={() => typeInto(name, base)}>
            Rimetti com’era
          </button>
        </p>
      )}
    </div>
  )
}

/** `isBeside`: on a wide screen, how the text is read stands beside the field instead of below it. */
function AreaField({
  name,
  text,
  showReading,
  width = 'half',
  isBeside,
  ...field
}: TypedFieldProps & { isBeside?: boolean } & Partial<ComponentProps<typeof TextArea>>) {
  const [typed, setTyped] = useState(text)
  return (
    <div className={isBeside ? `field-${width} beside` : `field-${width}`}>
      <TextArea
        label={courseFieldLabel(name)}
        name={name}
        maxLength={FIELD_LIMITS[name]}
        defaultValue={text}
        onChange={(event) => setTyped(event.target.value)}
        {...field}
      />
      <FieldReading name={name} typed={typed} showReading={showReading} />
    </div>
  )
}

/** Types a text into the field with this name, as if by hand, and moves the focus there. */
function typeInto(name: CourseField, text: string) {
  const field = document.getElementById(name)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  setText(field, text)
  field.focus()
}

/** `none`: the words for no choice; `options`: the words of each choice, by its value. */
function ChoiceField({
  name,
  text,
  error,
  hint,
  none,
  options,
}: FieldProps & { hint: string; none: string; options: Record<string, string> }) {
  return (
    <div className="field-third">
      <Labelled label={courseFieldLabel(name)} name={name} error={error} hint={hint}>
        {(ariaProps) => (
          <select className="input" name={name} defaultValue={text} {...ariaProps}>
            <option value="">{none}</option>
            {Object.entries(options).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </div>
  )
}

function FieldReading({
  name,
  typed,
  showReading,
}: {
  name: CourseField
  typed: string
  showReading: ShowReading | undefined
}) {
  const reading = typed.length <= FIELD_LIMITS[name] && showReading?.(typed, (text) => typeInto(name, text))
  return reading && <div className="understood">{reading}</div>
}

import { type ComponentProps, type ReactNode, useState } from 'react'
import { PARTNER_LOGOS } from '../../content/partner-logos'
import { linesOf, readAmount, readInstalments, readPartners } from '../../parsing/rules'
import { Field, TextArea } from '../../ui/field'
import { formatCount, formatMoney } from '../../ui/format'
import { type CourseErrors, type Field as CourseField, type CourseText, FIELDS } from './rules'
import { SessionsRead } from './sessions-read'

export const LABELS: Record<keyof CourseText, string> = {
  comingSoon: 'In arrivo (coming soon)',
  title: 'Titolo',
  slug: 'Indirizzo della pagina',
  shortDescription: 'Descrizione breve',
  description: 'Descrizione',
  modalita: 'Modalità',
  tipoSessione: 'Tipo sessione',
  location: 'Luogo',
  level: 'Livello',
  maxPartecipanti: 'Max partecipanti',
  price: 'Prezzo (€)',
  priceEarlyBird: 'Prezzo Early Bird (€)',
  priceSingleModule: 'Prezzo Modulo Singolo (€)',
  paymentInstallments: 'Rate',
  sessions: 'Date sessioni',
  moduli: 'Moduli',
  destinatari: 'Destinatari',
  contenuti: 'Contenuti',
  metodologie: 'Metodologie',
  certificazione: 'Certificazione',
  contattiEmail: 'Contatti email',
  partnerPromotori: 'Partner promotori',
}

/** Fields with several notations show how they are read. */
export function CourseFields({ text, errors }: { text: CourseText; errors: CourseErrors }) {
  const of = (name: CourseField) => ({ name, text: text[name], error: errors[name] })
  return (
    <>
      <Fields title="Il corso">
        <Line {...of('title')} full required />
        <Line
          {...of('slug')}
          full
          optional
          hint="Dopo /corsi/. Se resta vuoto viene dal titolo; un indirizzo cambiato porta comunque qui."
        />
        <Line {...of('shortDescription')} full />
        <Area {...of('description')} rows={8} hint="Una riga vuota comincia un nuovo paragrafo." />
      </Fields>
      <Fields title="Come, dove, per quanti">
        <Line {...of('modalita')} hint="In presenza, online, e-learning…" />
        <Line {...of('tipoSessione')} hint="Weekend, serale, intensivo…" />
        <Line {...of('location')} />
        <Line {...of('level')} optional />
        <Line
          {...of('maxPartecipanti')}
          optional
          inputMode="numeric"
          hint="Vuoto o 0: nessun limite ai posti."
        />
      </Fields>
      <Fields title="Prezzi">
        <Line {...of('price')} inputMode="decimal" read={euros} />
        <Line {...of('priceEarlyBird')} optional inputMode="decimal" read={euros} />
        <Line {...of('priceSingleModule')} optional inputMode="decimal" read={euros} />
        <Area
          {...of('paymentInstallments')}
          optional
          rows={3}
          hint="Un importo per riga, oppure 3 x 400."
          read={instalments}
        />
      </Fields>
      <Fields title="Calendario">
        <Area
          {...of('sessions')}
          optional
          rows={6}
          hint="Una sessione per riga: 10/03/2027 9:00-18:00 (8 ore), 10 marzo 2027, dal 10 al 12 marzo 2027."
          read={(typed) => <SessionsRead text={typed} />}
        />
      </Fields>
      <Fields title="Programma" note="Una voce per riga.">
        <Area {...of('moduli')} read={entries} />
        <Area {...of('contenuti')} optional read={entries} hint="Compaiono sotto il primo modulo." />
        <Area {...of('destinatari')} optional read={entries} rows={4} />
        <Area {...of('metodologie')} read={entries} rows={4} />
        <Area {...of('certificazione')} read={entries} rows={4} />
      </Fields>
      <Fields title="Contatti e partner" note="Una voce per riga.">
        <Area {...of('contattiEmail')} read={entries} rows={3} />
        <Area
          {...of('partnerPromotori')}
          optional
          rows={3}
          hint={`nome | logo | descrizione; il logo può mancare. Loghi disponibili: ${[...PARTNER_LOGOS.keys()].join(', ')}.`}
          read={partners}
        />
      </Fields>
    </>
  )
}

function Fields({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className="fields">
      <legend>
        {title}
        {note && <span className="hint">{note}</span>}
      </legend>
      <div className="form form-2">{children}</div>
    </fieldset>
  )
}

type Typed = {
  name: CourseField
  text: string
  error: string | undefined
  read?: (text: string) => ReactNode
}

function Line({
  name,
  text,
  read,
  full,
  ...field
}: Typed & { full?: boolean } & Partial<ComponentProps<typeof Field>>) {
  const [typed, setTyped] = useState(text)
  return (
    <div className={full ? 'full' : undefined}>
      <Field
        label={LABELS[name]}
        name={name}
        maxLength={FIELDS[name]}
        defaultValue={text}
        onChange={(event) => setTyped(event.target.value)}
        {...field}
      />
      {read && typed.length <= FIELDS[name] && <Understood>{read(typed)}</Understood>}
    </div>
  )
}

function Area({ name, text, read, ...field }: Typed & Partial<ComponentProps<typeof TextArea>>) {
  const [typed, setTyped] = useState(text)
  return (
    <div className="full">
      <TextArea
        label={LABELS[name]}
        name={name}
        maxLength={FIELDS[name]}
        defaultValue={text}
        onChange={(event) => setTyped(event.target.value)}
        {...field}
      />
      {read && typed.length <= FIELDS[name] && <Understood>{read(typed)}</Understood>}
    </div>
  )
}

function Understood({ children }: { children: ReactNode }) {
  return children ? <div className="understood">{children}</div> : null
}

function euros(typed: string): ReactNode {
  const { value, problem } = readAmount(typed)
  return problem ?? (typeof value === 'number' && `= ${formatMoney(value)}`)
}

function instalments(typed: string): ReactNode {
  const read = readInstalments(typed)
  const problem = read.find((reading) => reading.problem)?.problem
  const amounts = read.flatMap(({ value }) => value ?? [])
  if (problem || amounts.length === 0) return problem
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  return `${formatCount(amounts.length, 'rata', 'rate')}, in tutto ${formatMoney(total)}`
}

function entries(typed: string): ReactNode {
  const { length } = linesOf(typed)
  return length > 0 && formatCount(length, 'voce', 'voci')
}

function partners(typed: string): ReactNode {
  return readPartners(typed)
    .map(({ value, problem }) => {
      if (problem !== undefined) return problem
      const { name, logo } = value
      return logo && !PARTNER_LOGOS.has(logo) ? `${name} (logo non trovato: ${logo})` : name
    })
    .join(', ')
}

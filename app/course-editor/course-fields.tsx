import { type ComponentProps, type ReactNode, useState } from 'react'
import { LOGO_NAMES } from '../content/partner-logos'
import { THEMES } from '../content/themes'
import { SessionsRead } from '../courses/sessions-read'
import { Field, Labelled, TextArea } from '../ui/forms/field'
import { day, entries, euros, instalments, partners } from './field-readings'
import { type CourseErrors, type CourseField, type CourseText, FIELDS } from './rules'

export const LABELS: Record<keyof CourseText, string> = {
  comingSoon: 'In arrivo (coming soon)',
  draft: 'Bozza',
  title: 'Titolo',
  slug: 'Indirizzo della pagina',
  shortDescription: 'Descrizione breve',
  description: 'Descrizione',
  modalita: 'Modalità',
  tipoSessione: 'Tipo sessione',
  location: 'Luogo',
  theme: 'Tema',
  level: 'Livello',
  maxPartecipanti: 'Max partecipanti',
  price: 'Prezzo (€)',
  priceEarlyBird: 'Prezzo Early Bird (€)',
  earlyBirdUntil: 'Early Bird fino al',
  priceSingleModule: 'Prezzo Modulo Singolo (€)',
  paymentInstallments: 'Rate',
  sessions: 'Date sessioni',
  moduli: 'Moduli',
  destinatari: 'Destinatari',
  contenuti: 'Contenuti',
  metodologie: 'Metodologie',
  certificazione: 'Certificazione',
  teachers: 'Docenti',
  afterApproval: 'Dopo l’approvazione',
  lessonsUrl: 'Indirizzo delle lezioni',
  contattiEmail: 'Contatti email',
  partnerPromotori: 'Partner promotori',
}

/** Fields with several notations show how they are read. */
export function CourseFields({ text, errors }: { text: CourseText; errors: CourseErrors }) {
  const fieldProps = (name: CourseField) => ({ name, text: text[name], error: errors[name] })
  return (
    <>
      <Fields title="Il corso">
        <Line {...fieldProps('title')} full required />
        <Line
          {...fieldProps('slug')}
          full
          optional
          hint="Dopo /corsi/. Se resta vuoto viene dal titolo; un indirizzo cambiato porta comunque qui."
        />
        <Line {...fieldProps('shortDescription')} full />
        <Area {...fieldProps('description')} rows={8} hint="Una riga vuota comincia un nuovo paragrafo." />
      </Fields>
      <Fields title="Come, dove, per quanti">
        <Line {...fieldProps('modalita')} hint="In presenza, online, e-learning…" />
        <Line {...fieldProps('tipoSessione')} hint="Weekend, serale, intensivo…" />
        <Line {...fieldProps('location')} />
        <ThemeChoice {...fieldProps('theme')} />
        <Line {...fieldProps('level')} optional />
        <Line
          {...fieldProps('maxPartecipanti')}
          optional
          inputMode="numeric"
          hint="Vuoto o 0: nessun limite ai posti."
        />
      </Fields>
      <Fields title="Prezzi">
        <Line {...fieldProps('price')} inputMode="decimal" read={euros} />
        <Line {...fieldProps('priceEarlyBird')} optional inputMode="decimal" read={euros} />
        <Line
          {...fieldProps('earlyBirdUntil')}
          optional
          hint="L’ultimo giorno: 31/12/2026. Dopo, il prezzo early bird sparisce dalla pagina."
          read={day}
        />
        <Line {...fieldProps('priceSingleModule')} optional inputMode="decimal" read={euros} />
        <Area
          {...fieldProps('paymentInstallments')}
          optional
          rows={3}
          hint="Un importo per riga, oppure 3 x 400."
          read={instalments}
        />
      </Fields>
      <Fields title="Calendario">
        <Area
          {...fieldProps('sessions')}
          optional
          rows={6}
          hint="Una sessione per riga: 10/03/2027 9:00-18:00 (8 ore), 10 marzo 2027, dal 10 al 12 marzo 2027."
          read={(typed) => <SessionsRead text={typed} />}
        />
      </Fields>
      <Fields title="Programma" note="Una voce per riga.">
        <Area {...fieldProps('moduli')} read={entries} />
        <Area {...fieldProps('contenuti')} optional read={entries} hint="Compaiono sotto il primo modulo." />
        <Area {...fieldProps('destinatari')} optional read={entries} rows={4} />
        <Area {...fieldProps('metodologie')} read={entries} rows={4} />
        <Area {...fieldProps('certificazione')} read={entries} rows={4} />
      </Fields>
      <Fields title="Docenti" note="Una voce per riga.">
        <Area {...fieldProps('teachers')} optional rows={3} read={entries} hint="nome | una riga su chi è" />
      </Fields>
      <Fields title="Per chi è iscritto">
        <Area
          {...fieldProps('afterApproval')}
          optional
          rows={3}
          hint="Come e quando si paga, che cosa portare. Lo legge solo chi ha la richiesta approvata, nella sua area personale."
        />
        <Line
          {...fieldProps('lessonsUrl')}
          full
          optional
          inputMode="url"
          hint="Per l’e-learning e l’online: https://…"
        />
      </Fields>
      <Fields title="Contatti e partner" note="Una voce per riga.">
        <Area {...fieldProps('contattiEmail')} read={entries} rows={3} />
        <Area
          {...fieldProps('partnerPromotori')}
          optional
          rows={3}
          hint={`nome | logo | descrizione; il logo può mancare. Loghi disponibili: ${LOGO_NAMES.join(', ')}.`}
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
        <span className="fields-title">{title}</span>
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

function ThemeChoice({ name, text, error }: Typed) {
  return (
    <Labelled
      label={LABELS[name]}
      name={name}
      error={error}
      optional
      hint="Decide il disegno della copertina."
    >
      {(described) => (
        <select className="input" name={name} defaultValue={text} {...described}>
          <option value="">Nessun tema</option>
          {Object.entries(THEMES).map(([key, title]) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

function Understood({ children }: { children: ReactNode }) {
  return children ? <div className="understood">{children}</div> : null
}

import { useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { COMPANY_MAX, EMAIL_MAX, PHONE_MAX } from '../accounts/rules'
import { ANOTHER_QUESTION } from '../content/interests'
import { ErrorSummary, type FieldErrors } from '../ui/forms/error-summary'
import { AgainstRobots, CheckField, Field, TextArea } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { useKeptText } from '../ui/forms/kept-text'
import { changedField, useRemainingErrors } from '../ui/forms/remaining-errors'
import { Toasts } from '../ui/overlays/toasts'
import type { Toast } from '../ui/toast'
import { FULL_NAME_MAX, INTEREST_MAX, MESSAGE_MAX } from './rules'

/**
 * `options`: the first options of 'Corso di interesse'; `chosen`: the option of the course from whose page the
 * visitor comes, '' for none; `memberValues`: what is known of a member, by the names of fields; `sent`: the form was
 * just sent.
 */
export type ContactFacts = {
  options: string[]
  chosen: string
  timestamp: string
  memberValues?: Record<string, string>
  sent?: true
}

/** The parameter and the fragment of the address after a form was sent. */
export const SENT = 'inviata'

/** A form that was not sent, with its values and a timestamp for the next attempt. `problem`: about the whole form. */
export type ContactResult = {
  errors?: FieldErrors
  problem?: string
  toasts?: Toast[]
  values: Record<string, string>
  timestamp: string
}

type Props = { facts: ContactFacts; result: ContactResult | undefined }

/** The contact form, or the confirmation that it was sent. It posts to its page, whose action is `receiveContact`. */
export function ContactForm(props: Props) {
  return props.facts.sent ? <Received /> : <Fields key={props.facts.timestamp} {...props} />
}

/** Confirms a message, in place of the form. The fragment of the address brings it into view and gives it the focus. */
function Received() {
  return (
    <div className="split-text" id={SENT} tabIndex={-1}>
      <h3>Abbiamo ricevuto la tua domanda</h3>
      <p>Ti rispondiamo per email o al telefono.</p>
      <Link className="button" to={`${href('/contatti')}#scrivici`}>
        Fai un’altra domanda
      </Link>
    </div>
  )
}

function Fields({ facts, result }: Props) {
  const { values, problem, toasts = [] } = result ?? {}
  const [errors, clearError] = useRemainingErrors(result, result?.errors)
  const [options, setOptions] = useState(facts.options)
  const keptText = useKeptText(result).props
  const isFetched = useRef(false)
  const fetchAllOptions = async () => {
    if (isFetched.current) return
    isFetched.current = true
    const response = await fetch(href('/contatti/corsi')).catch(() => undefined)
    if (response?.ok) setOptions(await response.json())
    else isFetched.current = false
  }
  const fieldProps = (name: string) => ({
    name,
    defaultValue: values?.[name] ?? facts.memberValues?.[name],
    error: errors[name],
  })
  return (
    <Form
      method="post"
      className="form"
      noValidate
      preventScrollReset
      {...keptText}
      onChange={(event) => clearError(changedField(event))}
    >
      <ErrorSummary result={result} errors={errors} problem={problem} />
      <Field
        label="Nome e cognome"
        {...fieldProps('fullName')}
        autoComplete="name"
        maxLength={FULL_NAME_MAX}
        required
      />
      <Field
        label="Email"
        {...fieldProps('email')}
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        required
      />
      <Field
        label="Telefono"
        {...fieldProps('phone')}
        type="tel"
        autoComplete="tel"
        maxLength={PHONE_MAX}
        required
      />
      <Field
        label="Azienda"
        {...fieldProps('company')}
        autoComplete="organization"
        maxLength={COMPANY_MAX}
        optional
      />
      <Field
        label="Corso di interesse"
        {...fieldProps('courseInterest')}
        defaultValue={values?.courseInterest ?? facts.chosen}
        hint={`Scegli dall’elenco, o scrivi il titolo. Per altro scrivi «${ANOTHER_QUESTION}».`}
        list="interessi"
        autoComplete="off"
        maxLength={INTEREST_MAX}
        onInput={fetchAllOptions}
        required
      />
      <datalist id="interessi">
        {options.map((title) => (
          <option key={title}>{title}</option>
        ))}
        <option>{ANOTHER_QUESTION}</option>
      </datalist>
      <TextArea label="Messaggio" {...fieldProps('message')} maxLength={MESSAGE_MAX} optional />
      <CheckField name="privacy" error={errors.privacy} defaultChecked={values?.privacy === 'on'} required>
        Ho letto e accetto la {/* In a tab of its own: who reads it must not lose what is typed here. */}
        <Link to={href('/privacy-policy')} target="_blank">
          Privacy Policy<span className="visually-hidden"> (si apre in una nuova scheda)</span>
        </Link>
      </CheckField>
      <AgainstRobots timestamp={result?.timestamp ?? facts.timestamp} />
      <div className="actions">
        <Submit className="button button-main button-large" busy="Invio in corso...">
          Invia richiesta
        </Submit>
      </div>
      {toasts.length > 0 && <Toasts toasts={toasts} />}
    </Form>
  )
}

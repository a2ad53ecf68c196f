import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { data, href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { isSeated } from '../../courses/seats.rules'
import { returnPage } from '../../enrolments/pages.rules'
import { readForm } from '../../http/form.server'
import { readOrRedirect, redirectWith, withErrorToast } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { formatPrice } from '../../italian/prices'
import { today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import { EnterButton } from '../../ui/forms/enter-button'
import { ErrorSummary, type FieldErrors } from '../../ui/forms/error-summary'
import { CheckField, Field } from '../../ui/forms/field'
import { Form } from '../../ui/forms/form'
import { loadAfterConflict } from '../../ui/forms/load-after-conflict'
import { QuestionActions, QuestionPage } from '../../ui/overlays/question-page'
import { PayerHead } from '../payer-head'
import type { Route } from './+types/plan.screen'
import { changePlan } from './commands.server'
import { DuesFields } from './dues-fields'
import { planById } from './queries.server'
import {
  ADD_DUE,
  amountField,
  dayField,
  editPlan,
  explainPlanRefusal,
  type PlanText,
  PRICE_REASON_MOST,
  paidDuesOf,
  planTextFrom,
  planVersion,
  readPlan,
  writePlan,
} from './rules'
import '../payments.css'
import './plan.css'

/**
 * A refused or edited form. `text`: the texts that its fields show again; `version`: of the plan that the form was
 * opened with, absent if the plan has changed since.
 */
type ActionResult = {
  text: PlanText
  notify: boolean
  version?: string
  errors: FieldErrors
  problem?: string
}

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const finding = planById(staffFrom(context), params.enrolment)
  const enrolmentPlan = await readOrRedirect(
    href('/admin/pagamenti'),
    'Impossibile caricare le rate',
    finding,
  )
  if (!enrolmentPlan) throw data(null, { status: 404 })
  const { payer, storedPlan, preparedBalance, hasWaitingEmail, coursePrice } = enrolmentPlan
  return {
    payer,
    hasSeat: isSeated(payer.status),
    refusal: payer.status === 'rejected' ? explainPlanRefusal({ refusal: 'no-seat' }).problem : undefined,
    hasWaitingEmail,
    coursePrice,
    initialText: writePlan(storedPlan, preparedBalance),
    paidDues: paidDuesOf(preparedBalance),
    version: planVersion(storedPlan),
    back: returnPage(url, payer.course.id),
    day: today(),
  }
}

export const shouldRevalidate = loadAfterConflict

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const text = planTextFrom(form)
  const notify = form.has('notify')
  const version = String(form.get('version') ?? '')
  return withErrorToast(
    'Impossibile salvare le rate',
    async () => {
      const enrolmentPlan = await planById(staff, params.enrolment)
      if (!enrolmentPlan) throw data(null, { status: 404 })
      const paidDues = paidDuesOf(enrolmentPlan.preparedBalance)
      const edited = editPlan(text, String(form.get('intent') ?? ''), paidDues)
      if (edited) return data<ActionResult>({ text: edited, notify, version, errors: {} })
      const { plan, errors } = readPlan(text, paidDues)
      if (Object.keys(errors).length > 0)
        return data<ActionResult>({ text, notify, version, errors }, { status: 400 })
      const changed = await changePlan(staff, params.enrolment, plan, { seenVersion: version, notify })
      if (!changed.ok) {
        const { field, problem } = explainPlanRefusal(changed)
        const refused = { text, notify, errors: field ? { [field]: problem } : {}, problem }
        return changed.refusal === 'meanwhile'
          ? data<ActionResult>(refused, { status: 409 })
          : data<ActionResult>({ ...refused, version }, { status: 400 })
      }
      const { person, course } = enrolmentPlan.payer
      return redirectWith(returnPage(url, course.id), {
        tone: 'success',
        title: isSeated(enrolmentPlan.storedPlan.status) ? 'Rate salvate' : 'Prezzo salvato',
        ...(changed.isNotified && {
          description: `${person.firstName} ${person.lastName} riceve un’email${delayInWords(env.undoMinutes)}.`,
        }),
      })
    },
    { text, notify, version, errors: {} },
  )
}

const delayInWords = (minutes: number) =>
  minutes > 0 ? ` tra ${formatCount(minutes, 'minuto', 'minuti')}` : ''

export default function PlanScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { payer, hasSeat, hasWaitingEmail, coursePrice, initialText, paidDues, back } = loaderData
  const result: ActionResult | undefined = actionData && 'text' in actionData ? actionData : undefined
  const text = result?.text ?? initialText
  const [typed, setTyped] = useState(text)
  // Uncontrolled fields keep their text, so after a button has changed the texts a new key mounts the fields again.
  const [shownFields, setShownFields] = useState({ text, revision: 0 })
  const errors = result?.errors ?? {}

  function editFields(event: SubmitEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent
    const button = submitter?.getAttribute('value') ?? ''
    const edited = editPlan(planTextFrom(new FormData(event.currentTarget)), button, paidDues)
    if (!edited) return
    event.preventDefault()
    flushSync(() => {
      setTyped(edited)
      setShownFields({ text: edited, revision: shownFields.revision + 1 })
    })
    const added = edited.dues.length > typed.dues.length && amountField(edited.dues.length - 1)
    document.getElementById(added || ADD_DUE)?.focus()
  }

  return (
    <QuestionPage
      title={hasSeat ? 'Rate' : 'Concorda un prezzo'}
      back={back}
      about={<PayerHead payer={payer} />}
      result={actionData}
      refusal={loaderData.refusal}
    >
      <Form
        method="post"
        className="form"
        noValidate
        onChange={(event) => setTyped(planTextFrom(new FormData(event.currentTarget)))}
        onSubmit={editFields}
      >
        <EnterButton />
        <ErrorSummary
          result={result}
          errors={errors}
          problem={result?.problem}
          labels={dueLabels(text, paidDues.length)}
        />
        {payer.isWithoutDues && paidDues.length === 0 && (
          <p>Le rate di questa iscrizione non sono ancora scritte: queste sono quelle del corso, da oggi.</p>
        )}
        {!hasSeat && (
          <p>È una richiesta: le rate si scrivono quando la approvi, e la loro somma è questo prezzo.</p>
        )}
        <input type="hidden" name="version" value={result?.version ?? loaderData.version} />
        <fieldset className="plan-part">
          <legend>Prezzo</legend>
          <Field
            label="Prezzo in euro"
            name="price"
            inputMode="decimal"
            autoComplete="off"
            className="input num"
            defaultValue={text.price}
            error={errors.price}
            hint={`${coursePriceInWords(coursePrice)} 0 vuol dire gratuito per questa persona.`}
          />
          <Field
            label="Perché un altro prezzo"
            name="reason"
            optional={typed.price === initialText.price}
            maxLength={PRICE_REASON_MOST}
            autoComplete="off"
            defaultValue={text.reason}
            error={errors.reason}
            hint="Serve se il prezzo cambia. Lo legge solo la segreteria; entra nella copia dei dati, se la persona la chiede."
          />
        </fieldset>
        {hasSeat && (
          <DuesFields
            key={shownFields.revision}
            paidDues={paidDues}
            text={shownFields.text}
            typed={typed}
            errors={errors}
            today={loaderData.day}
          />
        )}
        {hasSeat && (
          <CheckField name="notify" defaultChecked={result ? result.notify : hasWaitingEmail}>
            Avvisa {payer.person.firstName} con un’email
            {hasWaitingEmail && ': un’altra deve ancora partire, e ha le rate di prima'}
          </CheckField>
        )}
        <QuestionActions back={back} busy="Salvataggio...">
          Salva
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}

/** The label 'Rata 2' by the name of each field of a due. `paidCount`: how many paid dues come before them. */
const dueLabels = ({ dues }: PlanText, paidCount: number) =>
  Object.fromEntries(
    dues.flatMap((_, index) =>
      [amountField(index), dayField(index)].map((name) => [name, `Rata ${paidCount + index + 1}`]),
    ),
  )

const coursePriceInWords = (price: number | null) =>
  price === null ? 'Il corso non ha un prezzo.' : `Prezzo del corso: ${formatPrice(price)}.`

import { data } from 'react-router'
import { z } from 'zod'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorProblem } from '../../http/toasts.server'
import { refuse } from '../../runtime/outcome.rules'
import { ErrorSummary, type FieldErrors, fieldErrors } from '../../ui/forms/error-summary'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { destinationIn } from '../destination.rules'
import { currentPassword } from '../fields'
import { ACCOUNT_PATH } from '../pages.rules'
import { type AccountRefused, explainAccountRefusal, refusalInit } from '../refusals.rules'
import type { Member } from '../rules'
import { memberFrom } from '../session/session.server'
import type { Route } from './+types/setup.screen'
import { BackupCodes } from './backup-codes'
import {
  activateSecondFactor,
  beginSecondFactor,
  deactivateSecondFactor,
  openSetup,
  renewBackupCodes,
  type Setup,
} from './commands.server'
import { qrOf } from './qr.server'
import { secondFactorOf } from './queries.server'
import { CODE_FIELD_MAX } from './rules'
import { ActivateForm, BeginForm, isFactorStep, SecondFactorState, StepForm } from './setup-forms'
import './second-factor.css'

const code = z.string().trim().min(1, 'Scrivi il codice').max(CODE_FIELD_MAX, 'Il codice è troppo lungo')
const FORMS = {
  begin: z.object({ current: currentPassword }),
  activate: z.object({ code }),
  renew: z.object({ code }),
  deactivate: z.object({ current: currentPassword, code }),
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const step = url.searchParams.get('passo')
  return {
    secondFactor: await secondFactorOf(member),
    step: isFactorStep(step) ? step : undefined,
    required: member.lacksSecondFactor === true,
    destination: destinationIn(url),
  }
}

type ActionResult = {
  errors?: FieldErrors
  problem?: string
  setup?: ReturnType<typeof withQr>
  codes?: string[]
}
const withQr = (setup: Setup) => ({ ...setup, qr: qrOf(setup.uri) })
const showResult = (result: ActionResult, init?: ResponseInit) => data(result, init)

export async function action({ request, context }: Route.ActionArgs) {
  const member = memberFrom(context)
  const form = await readForm(request)
  return withErrorProblem(() => answer(member, form), {})
}

async function answer(member: Member, form: FormData) {
  switch (form.get('intent')) {
    case 'begin': {
      const typed = FORMS.begin.safeParse(Object.fromEntries(form))
      if (!typed.success) return showFieldErrors(typed.error)
      const begun = await beginSecondFactor(member, typed.data.current)
      return begun.ok ? showResult({ setup: withQr(begun) }) : showRefusal(begun)
    }
    case 'activate':
      return activate(member, form)
    case 'renew': {
      const typed = FORMS.renew.safeParse(Object.fromEntries(form))
      if (!typed.success) return showFieldErrors(typed.error)
      const renewed = await renewBackupCodes(member, typed.data.code)
      return renewed.ok ? showResult({ codes: renewed.codes }) : showRefusal(renewed)
    }
    case 'deactivate': {
      const typed = FORMS.deactivate.safeParse(Object.fromEntries(form))
      if (!typed.success) return showFieldErrors(typed.error)
      const outcome = await deactivateSecondFactor(member, typed.data.current, typed.data.code)
      const title = 'Verifica in due passaggi disattivata'
      return outcome.ok ? redirectWith(ACCOUNT_PATH, { tone: 'success', title }) : showRefusal(outcome)
    }
    default:
      throw data(null, { status: 400 })
  }
}

async function activate(member: Member, form: FormData) {
  const setup = await openSetup(member, String(form.get('setup') ?? ''))
  if (!setup) return showRefusal(refuse('setup-expired'))
  const typed = FORMS.activate.safeParse(Object.fromEntries(form))
  if (!typed.success) return showFieldErrors(typed.error, { setup: withQr(setup) })
  const finish = async () => {
    const outcome = await activateSecondFactor(member, setup.sealedSetup, typed.data.code)
    if (outcome.ok) return showResult({ codes: outcome.codes })
    return showRefusal(outcome, outcome.refusal === 'second-factor-on' ? {} : { setup: withQr(setup) })
  }
  return withErrorProblem(finish, { setup: withQr(setup) })
}

const showFieldErrors = (error: z.ZodError, result: ActionResult = {}) =>
  showResult({ ...result, errors: fieldErrors(error) }, { status: 400 })

/** The field beside which a refusal is shown. */
const FIELD_OF_REFUSAL: Partial<Record<AccountRefused['refusal'], string>> = {
  'wrong-password': 'current',
  'wrong-code': 'code',
}

function showRefusal(refused: AccountRefused, result: ActionResult = {}) {
  const sentence = explainAccountRefusal(refused)
  const field = FIELD_OF_REFUSAL[refused.refusal]
  const refusal = field ? { errors: { [field]: sentence } } : { problem: sentence }
  return showResult({ ...result, ...refusal }, refusalInit(refused))
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

const TITLE = 'Verifica in due passaggi'

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { secondFactor, step, required, destination } = loaderData
  const result: ActionResult | undefined = actionData
  const stage = result?.codes ? 'codes' : result?.setup ? 'activate' : step
  return (
    // With a key for each stage React opens a new dialog, which moves the focus to its title.
    <Dialog
      key={stage}
      title={result?.codes ? 'I tuoi codici di recupero' : TITLE}
      closeTo={ACCOUNT_PATH}
      lost={result?.codes && 'Questi codici non li mostreremo più'}
    >
      <PageHead title={TITLE} noindex error={Boolean(result?.errors ?? result?.problem)} />
      {content()}
    </Dialog>
  )

  function content() {
    if (result?.codes) return <BackupCodes codes={result.codes} destination={destination ?? ACCOUNT_PATH} />
    if (secondFactor)
      return step ? (
        <StepForm step={step} result={result} />
      ) : (
        <>
          {/* Refused, since another tab has set it up meanwhile. */}
          <ErrorSummary result={result} problem={result?.problem} />
          <SecondFactorState {...secondFactor} />
        </>
      )
    if (result?.setup) return <ActivateForm setup={result.setup} result={result} destination={destination} />
    return <BeginForm result={result} required={required} destination={destination} />
  }
}

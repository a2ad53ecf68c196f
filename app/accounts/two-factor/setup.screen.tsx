import { data } from 'react-router'
import { z } from 'zod'
import { invalidForm, readForm } from '../../http/form.server'
import { redirectWith, withErrorProblem } from '../../http/toasts.server'
import { refuse } from '../../runtime/outcome.rules'
import { ErrorSummary, type FormErrors, hasErrors } from '../../ui/forms/error-summary'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { destinationIn } from '../destination.rules'
import { currentPassword } from '../fields'
import { ACCOUNT_PATH } from '../pages.rules'
import { refusedForm } from '../refused-form.server'
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
import { codeField } from './proof.server'
import { qrOf } from './qr.server'
import { secondFactorOf } from './queries.server'
import { ActivateForm, BeginForm, isFactorStep, SecondFactorState, StepForm } from './setup-forms'
import './second-factor.css'

const PasswordForm = z.object({ current: currentPassword })
const CodeForm = z.object({ code: codeField })
const DeactivationForm = z.object({ current: currentPassword, code: codeField })

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

type ActionResult = FormErrors & { setup?: ReturnType<typeof withQr>; codes?: string[] }
const withQr = (setup: Setup) => ({ ...setup, qr: qrOf(setup.uri) })

export async function action({ request, context }: Route.ActionArgs) {
  const member = memberFrom(context)
  const form = await readForm(request)
  return withErrorProblem(() => answer(member, form))
}

async function answer(member: Member, form: FormData) {
  const fields = Object.fromEntries(form)
  switch (fields.intent) {
    case 'begin': {
      const typed = PasswordForm.safeParse(fields)
      if (!typed.success) return invalidForm(typed.error)
      const begun = await beginSecondFactor(member, typed.data.current)
      return begun.ok ? data({ setup: withQr(begun) }) : refusedForm(begun)
    }
    case 'activate':
      return activate(member, form)
    case 'renew': {
      const typed = CodeForm.safeParse(fields)
      if (!typed.success) return invalidForm(typed.error)
      const renewed = await renewBackupCodes(member, typed.data.code)
      return renewed.ok ? data({ codes: renewed.codes }) : refusedForm(renewed)
    }
    case 'deactivate': {
      const typed = DeactivationForm.safeParse(fields)
      if (!typed.success) return invalidForm(typed.error)
      const outcome = await deactivateSecondFactor(member, typed.data.current, typed.data.code)
      const title = 'Verifica in due passaggi disattivata'
      return outcome.ok ? redirectWith(ACCOUNT_PATH, { tone: 'success', title }) : refusedForm(outcome)
    }
    default:
      throw data(null, { status: 400 })
  }
}

async function activate(member: Member, form: FormData) {
  const openedSetup = await openSetup(member, String(form.get('setup') ?? ''))
  if (!openedSetup) return refusedForm(refuse('setup-expired'))
  const setup = withQr(openedSetup)
  const typed = CodeForm.safeParse(Object.fromEntries(form))
  if (!typed.success) return invalidForm(typed.error, { setup })
  const finish = async () => {
    const outcome = await activateSecondFactor(member, setup.sealedSetup, typed.data.code)
    if (outcome.ok) return data({ codes: outcome.codes })
    return refusedForm(outcome, outcome.refusal === 'second-factor-on' ? {} : { setup })
  }
  return withErrorProblem(finish, { setup })
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
      <PageHead title={TITLE} noindex error={hasErrors(result)} />
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
          <ErrorSummary result={result} />
          <SecondFactorState {...secondFactor} />
        </>
      )
    if (result?.setup) return <ActivateForm setup={result.setup} result={result} />
    return <BeginForm result={result} required={required} />
  }
}

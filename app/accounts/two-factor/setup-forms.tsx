import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { CopyButton } from '../../ui/forms/copy-field'
import { ErrorSummary, type FormErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { CurrentPasswordField } from '../current-password-field'
import { ACCOUNT_PATH, SECOND_FACTOR_PATH } from '../pages.rules'
import { CodeField } from './code-field'
import { FEW_BACKUP_CODES, groupByFours, IN_WORDS } from './rules'

type ResultProp = { result: FormErrors | undefined }

/** Asks for the password. `required`: the panel does not open before the second factor is active. */
export function BeginForm({ result, required }: ResultProp & { required: boolean }) {
  return (
    <FactorForm result={result} intent="begin" submitLabel="Continua">
      <p>
        Per accedere, oltre alla password, scriverai un codice che cambia ogni {IN_WORDS.period}. Lo calcola
        un’app sul tuo telefono, per esempio Aegis, Google Authenticator o Microsoft Authenticator. Così chi
        scoprisse la tua password non potrebbe entrare.
      </p>
      {required && (
        <p>
          <b>A chi lavora nel pannello è richiesta:</b> quando l’avrai attivata potrai aprire il pannello.
        </p>
      )}
      <CurrentPasswordField error={result?.errors?.current} />
    </FactorForm>
  )
}

/** A `Setup` (`commands.server.ts`) with the QR code of its `uri`. */
type ShownSetup = { sealedSetup: string; key: string; uri: string; qr: { size: number; path: string } }

/** Shows the key for the app and asks for the first code. */
export function ActivateForm({ result, setup }: ResultProp & { setup: ShownSetup }) {
  const { size, path } = setup.qr
  return (
    <FactorForm result={result} intent="activate" submitLabel="Attiva">
      <ol className="setup-steps">
        <li>
          <p>Apri l’app, aggiungi un account e inquadra questo codice.</p>
          <svg
            className="qr"
            viewBox={`0 0 ${size} ${size}`}
            role="img"
            aria-label="Codice QR da inquadrare con l’app"
          >
            <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
            <path d={path} />
          </svg>
        </li>
        <li>
          <p>
            Non puoi inquadrarlo? <a href={setup.uri}>Apri l’app su questo dispositivo</a>, oppure scrivi
            nell’app questa chiave:
          </p>
          <p className="setup-key num">{groupByFours(setup.key, ' ')}</p>
          <CopyButton text={setup.key} subject="la chiave" failure="Non riesco a copiarla: selezionala" />
        </li>
        <li>
          <p>Scrivi il codice che l’app ti mostra.</p>
          <CodeField kind="app" error={result?.errors?.code} />
        </li>
      </ol>
      <input type="hidden" name="setup" value={setup.sealedSetup} />
    </FactorForm>
  )
}

/** Says how many backup codes are left, and to create new ones while there are few. */
function codesLeftInWords(codesLeft: number): string {
  if (codesLeft === 0) return 'Non hai più codici di recupero: creane di nuovi.'
  const codes = formatCount(codesLeft, 'codice di recupero', 'codici di recupero')
  const advice = codesLeft <= FEW_BACKUP_CODES ? ': creane di nuovi prima che finiscano.' : '.'
  return `Ti ${codesLeft === 1 ? 'resta' : 'restano'} ${codes}${advice}`
}

/** Says that the second factor is active, with links to its two changes (`STEPS`). */
export function SecondFactorState({ since, codesLeft }: { since: Date; codesLeft: number }) {
  return (
    <div className="form">
      <p>
        <b>È attiva</b> {withArticle('dal', formatDate(since, 'd MMMM yyyy'))}. {codesLeftInWords(codesLeft)}
      </p>
      <p className="quiet">
        Hai cambiato telefono? Disattivala con un codice di recupero e attivala di nuovo.
      </p>
      <div className="actions">
        <Link className="button" to={`${SECOND_FACTOR_PATH}?passo=codici`} preventScrollReset>
          Crea nuovi codici
        </Link>
        <Link className="button" to={`${SECOND_FACTOR_PATH}?passo=disattiva`} preventScrollReset>
          Disattiva
        </Link>
      </div>
    </div>
  )
}

/** What a member may do with an active second factor, by the value of `passo` in the address. */
const STEPS = {
  codici: {
    text: `Riceverai ${IN_WORDS.codes} nuovi. Quelli che hai adesso smetteranno di funzionare.`,
    intent: 'renew',
    submitLabel: 'Crea nuovi codici',
  },
  disattiva: {
    text: 'Dopo, per accedere basterà la password.',
    intent: 'deactivate',
    submitLabel: 'Disattiva',
  },
}
export type FactorStep = keyof typeof STEPS
export const isFactorStep = (text: string | null): text is FactorStep =>
  text !== null && Object.hasOwn(STEPS, text)

export function StepForm({ step, result }: ResultProp & { step: FactorStep }) {
  const { text, intent, submitLabel } = STEPS[step]
  return (
    <FactorForm result={result} closeTo={SECOND_FACTOR_PATH} intent={intent} submitLabel={submitLabel}>
      <p>{text}</p>
      {step === 'disattiva' && <CurrentPasswordField error={result?.errors?.current} />}
      <CodeField kind="either" error={result?.errors?.code} />
    </FactorForm>
  )
}

/** A form of this page, posted to its own address, which keeps step and destination. */
function FactorForm({
  result,
  intent,
  submitLabel,
  closeTo = ACCOUNT_PATH,
  children,
}: ResultProp & {
  intent: string
  submitLabel: string
  closeTo?: string
  children: ReactNode
}) {
  return (
    <Form method="post" className="form" noValidate preventScrollReset>
      <ErrorSummary result={result} />
      {children}
      <div className="actions">
        <Submit className="button button-main button-large" name="intent" value={intent} busy="Un momento...">
          {submitLabel}
        </Submit>
        <Link className="button" to={closeTo} preventScrollReset>
          Chiudi
        </Link>
      </div>
    </Form>
  )
}

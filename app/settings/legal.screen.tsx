import { useDeferredValue, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { LEGAL_TITLES } from '../content/legal'
import { LEGAL_NAMES } from '../content/legal.rules'
import { withArticle } from '../italian/articles'
import { formatDate, writeDay } from '../italian/dates'
import { dayIn, explainDay } from '../parsing/dates.rules'
import { legalFacts } from '../public/legal/legal-facts.server'
import { LegalSections } from '../public/legal/legal-text'
import { today } from '../runtime/clock'
import { legalPageNow } from '../site/legal.server'
import { LEGAL_TEXT_MOST, parseLegalText, withoutAnchors } from '../site/legal-markup.rules'
import { EnterButton } from '../ui/forms/enter-button'
import { ErrorSummary, hasErrors } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { useLastAnswer } from '../ui/forms/last-answer'
import { changedField, useRemainingErrors } from '../ui/forms/remaining-errors'
import { ignoreClick } from '../ui/ignore-click'
import { Toasts, toastsIn } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/legal.screen'
import { SaveBar } from './group-form'
import { type ListedVersion, readLegalVersions } from './legal.queries.server'
import { LEGAL_LABELS, publishLabel } from './legal.rules'
import { answerLegalForm, type LegalResult, legalNameIn } from './legal.server'
import { LegalPlaceholderList } from './legal-placeholder-list'
import { MarkupButtons } from './markup-buttons'
import { TextDifference } from './text-difference'
import { VersionTable } from './version-table'

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = legalNameIn(url.searchParams)
  return {
    page,
    today: today(),
    facts: legalFacts(),
    others: LEGAL_NAMES.filter((name) => name !== page).map((name) => {
      const { number, inForceFrom } = legalPageNow(name)
      return { name, number, inForceFrom }
    }),
    ...(await readLegalVersions(adminFrom(context), page)),
  }
}

export function action({ request, context, url }: Route.ActionArgs) {
  return answerLegalForm(adminFrom(context), request, legalNameIn(url.searchParams))
}

export default function LegalPages({ loaderData, actionData }: Route.ComponentProps) {
  const { page, versions, revision, others } = loaderData
  // Kept, since a link to a part of the page drops `actionData`.
  const result = useLastAnswer(actionData && 'typed' in actionData ? actionData : undefined, loaderData)
  const title = LEGAL_TITLES[page]
  return (
    <>
      <PageHead title={`Impostazioni: ${title}`} noindex error={hasErrors(actionData ?? result)} />
      {actionData && <Toasts toasts={toastsIn(actionData)} />}
      <VersionTable title={title} page={page} versions={versions} />
      <VersionForm key={`${page} ${result?.revision ?? revision}`} loaderData={loaderData} result={result} />
      <section className="legal-part" aria-labelledby="altre-pagine">
        <div className="setting-head">
          <h3 id="altre-pagine">Altre pagine</h3>
        </div>
        <ul className="setting-list">
          {others.map(({ name, number, inForceFrom }) => (
            <li key={name}>
              <p className="setting-words">
                <b>{LEGAL_TITLES[name]}</b>
                <small>
                  versione {number}, {withArticle('dal', formatDate(inForceFrom, 'd MMMM yyyy'))}
                </small>
              </p>
              <Link
                className="button button-small"
                to={`${href('/admin/impostazioni/legali')}?pagina=${name}`}
              >
                Apri<span className="visually-hidden">: {LEGAL_TITLES[name]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const FORM_ID = 'versione'
const PREVIEW_ID = 'come-si-vede'

/** The form of the draft; without a draft that of a new version, which begins with the text in force. */
function VersionForm({
  loaderData: { versions, current, draft, facts, revision, today: day },
  result,
}: {
  loaderData: Route.ComponentProps['loaderData']
  result: LegalResult | undefined
}) {
  const stored = {
    text: withoutAnchors((draft ?? current).text),
    inForceFrom: writeDay(draft ? (draft.inForceFrom ?? '') : day),
  }
  const start = result?.typed ?? stored
  const [typed, setTyped] = useState(start)
  const [errors, clearErrors] = useRemainingErrors(result, result?.errors ?? {})
  const textField = useRef<HTMLTextAreaElement>(null)
  const previewedText = useDeferredValue(typed.text)
  const number = draft?.number ?? Math.max(...versions.map((version) => version.number)) + 1
  const isChanged = typed.text !== stored.text || typed.inForceFrom !== stored.inForceFrom
  const inForceFrom = dayIn(typed.inForceFrom)
  /** Whether the form asks the office to confirm the typed day. */
  const asksToConfirm = result?.toConfirm !== undefined && result.toConfirm === inForceFrom
  return (
    <section className="legal-part" aria-labelledby="modulo-versione">
      <div className="setting-head">
        <h3 id="modulo-versione">{draft ? `Versione ${number}, bozza` : `Versione ${number}, nuova`}</h3>
      </div>
      <div className="legal-split">
        <Form
          id={FORM_ID}
          method="post"
          className="form fields"
          noValidate
          preventScrollReset
          onChange={(event) => {
            clearErrors(changedField(event))
            const form = new FormData(event.currentTarget)
            setTyped({ text: String(form.get('text')), inForceFrom: String(form.get('inForceFrom')) })
          }}
        >
          <EnterButton name="intent" value="save" />
          <ErrorSummary result={result} errors={errors} problem={result?.problem} labels={LEGAL_LABELS} />
          <input type="hidden" name="revision" value={result?.revision ?? revision} />
          {asksToConfirm && <input type="hidden" name="confirmed" value={result?.toConfirm} />}
          <MarkupButtons field={textField} />
          <TextArea
            ref={textField}
            label={LEGAL_LABELS.text}
            name="text"
            rows={18}
            maxLength={LEGAL_TEXT_MOST}
            defaultValue={start.text}
            error={errors.text}
            hint={
              <>
                ## davanti a un titolo, - davanti a una voce, ** attorno al grassetto, [testo](indirizzo) per
                un link. Le altre parole tra parentesi quadre le scrive il sito.
              </>
            }
          />
          <LegalPlaceholderList facts={facts} />
          <Field
            label={LEGAL_LABELS.inForceFrom}
            name="inForceFrom"
            autoComplete="off"
            defaultValue={start.inForceFrom}
            error={errors.inForceFrom}
            hint={`${explainDay(typed.inForceFrom) || 'Per esempio 31/12/2026'}. La versione va nel sito da sé all’inizio di quel giorno, a mezzanotte.`}
          />
        </Form>
        <div className="legal-beside">
          {result?.savedText !== undefined && (
            <TextDifference
              title="Dal testo salvato al tuo"
              former={withoutAnchors(result.savedText)}
              text={previewedText}
            />
          )}
          <TextDifference
            title={`Che cosa cambia dalla versione ${current.number}`}
            former={withoutAnchors(current.text)}
            text={previewedText}
          />
          <section className="group-preview" aria-label="Come si vede" id={PREVIEW_ID} tabIndex={-1}>
            <p className="group-preview-head">Come si vede</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
            <div className="legal-preview" tabIndex={0}>
              <div onClickCapture={ignoreClick}>
                <LegalSections sections={parseLegalText(previewedText)} facts={facts} isPreview />
              </div>
            </div>
          </section>
        </div>
      </div>
      <SaveBar
        summary={isChanged ? 'Da salvare' : draftSavedInWords(draft)}
        note={
          <small>
            Nel sito c’è la versione {current.number},{' '}
            {withArticle('dal', formatDate(current.inForceFrom, 'd MMMM yyyy'))}
          </small>
        }
      >
        {draft && (
          <Submit
            className="button button-quiet"
            form={FORM_ID}
            name="intent"
            value="discard"
            busy="Scarto..."
          >
            Scarta
          </Submit>
        )}
        <a className="button to-preview" href={`#${PREVIEW_ID}`}>
          Anteprima
        </a>
        <Submit className="button" form={FORM_ID} name="intent" value="save" busy="Salvataggio...">
          Salva bozza
        </Submit>
        <Submit
          className={isChanged || draft ? 'button button-main' : 'button'}
          form={FORM_ID}
          name="intent"
          value="publish"
          busy="Pubblicazione..."
        >
          {asksToConfirm ? 'Pubblica comunque' : publishLabel(inForceFrom, day)}
        </Submit>
      </SaveBar>
    </section>
  )
}

function draftSavedInWords(draft: ListedVersion | undefined): string {
  if (!draft?.at) return 'Nessuna bozza'
  return `Bozza salvata ${withArticle('il', formatDate(draft.at, 'd MMMM yyyy'))} alle ${formatDate(draft.at, 'HH:mm')}`
}

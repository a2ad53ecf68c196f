import { data, href } from 'react-router'
import type { Admin } from '../accounts/rules'
import { isLegalName, type LegalName } from '../content/legal.rules'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { capitalize } from '../italian/words'
import { today } from '../runtime/clock'
import { type Outcome, refuse } from '../runtime/outcome.rules'
import { withAnchorsOf } from '../site/legal-markup.rules'
import type { FieldErrors } from '../ui/forms/error-summary'
import { errorToast, type Toast } from '../ui/toast'
import {
  discardLegalDraft,
  type LegalRefusal,
  publishLegalVersion,
  saveLegalDraft,
  withdrawLegalVersion,
} from './legal.commands.server'
import { type ListedVersion, readLegalVersions } from './legal.queries.server'
import { readLegal, type TypedVersion, tidyLegalText } from './legal.rules'

/**
 * What the form of a version shows again if it was not saved. `revision`: the `pageRevision` that the next submission
 * carries; `savedText`: the text that somebody else has saved meanwhile; `toConfirm`: the day that the office is asked
 * to confirm, because it is in the past or a scheduled version replaces this one later.
 */
export type LegalResult = {
  typed: TypedVersion
  revision: string
  errors?: FieldErrors
  problem?: string
  savedText?: string
  toConfirm?: string
  toasts?: Toast[]
}

const CHANGE_FAILED = 'Impossibile cambiare la pagina'

const REFUSALS: Record<LegalRefusal, string> = {
  stale: 'nel frattempo qualcun altro ha cambiato questa pagina',
  early: 'la data viene prima di quella della versione in vigore',
  drafted: 'c’è già una bozza: pubblicala o scartala prima',
  'in-force': 'la versione è già in vigore: scrivine una nuova con il testo di prima',
  gone: 'la versione non c’è più',
}

/** Returns the legal page that the query names; 'privacy-policy' if it names none or an unknown one. */
export function legalNameIn(search: URLSearchParams): LegalName {
  const name = search.get('pagina') ?? ''
  return isLegalName(name) ? name : 'privacy-policy'
}

const addressOf = (page: LegalName) => `${href('/admin/impostazioni/legali')}?pagina=${page}`

/**
 * Answers the forms of the page of a legal text. `intent` in the form: 'save' or 'publish' the draft, 'discard' it,
 * 'resume' the text of a former version, 'withdraw' a version that is not yet in force.
 */
export async function answerLegalForm(admin: Admin, request: Request, page: LegalName) {
  const form = await readForm(request)
  const sent = sentVersion(form)
  const intent = form.get('intent')
  const number = Number(form.get('number'))
  const respond = (outcome: Outcome<LegalRefusal>, title: string, description?: string) =>
    redirectWith(
      addressOf(page),
      outcome.ok
        ? { tone: 'success', title, ...(description && { description }) }
        : errorToast(`${CHANGE_FAILED}: ${REFUSALS[outcome.refusal]}`),
    )
  const answer = async () => {
    switch (intent) {
      case 'discard':
        return respond(await discardLegalDraft(admin, page, sent.revision), 'Bozza scartata')
      case 'withdraw':
        return respond(
          await withdrawLegalVersion(admin, page, number),
          'Versione ritirata',
          'È di nuovo una bozza.',
        )
      case 'resume':
        return respond(
          await resumeVersion(admin, page, number),
          `Bozza con il testo della versione ${number}`,
        )
      case 'save':
      case 'publish':
        return writeVersion(admin, page, sent, intent === 'save')
      default:
        throw data(null, { status: 400 })
    }
  }
  // The buttons of the table of versions send no text.
  return withErrorToast(CHANGE_FAILED, answer, form.has('text') ? sent : undefined)
}

/** Returns a sent form of a version as it is shown again. */
function sentVersion(form: FormData): LegalResult {
  const field = (name: string) => String(form.get(name) ?? '')
  return {
    typed: { text: tidyLegalText(field('text')), inForceFrom: field('inForceFrom') },
    revision: field('revision'),
    ...(form.has('confirmed') && { toConfirm: field('confirmed') }),
  }
}

/** Saves a draft with the text of a former version, without a day. Refuses if there is a draft with other content. */
async function resumeVersion(admin: Admin, page: LegalName, number: number): Promise<Outcome<LegalRefusal>> {
  const { versions, draft, revision } = await readLegalVersions(admin, page)
  const version = versions.find((listed) => listed.number === number)
  if (!version) return refuse('gone')
  // A draft with the same content is not refused: the form may have been sent twice.
  if (draft && (draft.text !== version.text || draft.inForceFrom)) return refuse('drafted')
  return saveLegalDraft(admin, page, { text: version.text, inForceFrom: null }, revision)
}

/**
 * Saves the draft, or publishes it. The form asks first whether to publish from a day in the past, or before a version
 * that is scheduled.
 */
async function writeVersion(
  admin: Admin,
  page: LegalName,
  { typed, revision, toConfirm: confirmed }: LegalResult,
  isDraft: boolean,
) {
  const { versions, current } = await readLegalVersions(admin, page)
  const [newest = current] = versions
  const withAnchors = { ...typed, text: withAnchorsOf(newest.text, typed.text) }
  const { text, inForceFrom, errors } = readLegal(withAnchors, isDraft)
  if (Object.keys(errors).length > 0) return data<LegalResult>({ typed, revision, errors }, { status: 400 })
  if (isDraft || !inForceFrom) {
    const saved = await saveLegalDraft(admin, page, { text, inForceFrom }, revision)
    return saved.ok
      ? redirectWith(addressOf(page), { tone: 'success', title: 'Bozza salvata' })
      : conflictForm(admin, page, typed)
  }
  if (inForceFrom < current.inForceFrom) {
    const tooEarly = `La versione in vigore vale ${withArticle('dal', dateInWords(current.inForceFrom))}: scrivi quel giorno o uno dopo`
    return data<LegalResult>({ typed, revision, errors: { inForceFrom: tooEarly } }, { status: 409 })
  }
  const onDay = withArticle('il', dateInWords(inForceFrom))
  const concerns = concernsAbout(inForceFrom, versions)
  if (concerns.length > 0 && confirmed !== inForceFrom) {
    const problem = concerns.join('. ')
    return data<LegalResult>({ typed, revision, problem, toConfirm: inForceFrom }, { status: 409 })
  }
  const published = await publishLegalVersion(admin, page, { text, inForceFrom }, revision)
  if (published.ok) {
    const isInForce = inForceFrom <= today()
    const title = isInForce ? 'Versione pubblicata' : 'Versione programmata'
    const description = isInForce ? 'È nel sito.' : `Andrà nel sito da sé ${onDay}.`
    return redirectWith(addressOf(page), { tone: 'success', title, description })
  }
  return conflictForm(admin, page, typed)
}

/**
 * Why a version in force from this day may not be what the office wants, in sentences. `versions`: those of the page.
 */
function concernsAbout(inForceFrom: string, versions: readonly ListedVersion[]): string[] {
  const replacing = versions.filter(
    ({ state, inForceFrom: day }) => state === 'coming' && day && day > inForceFrom,
  )
  return [
    ...(inForceFrom < today()
      ? [
          `${capitalize(withArticle('il', dateInWords(inForceFrom)))} è passato: chi ci ha scritto da allora ha letto la versione di prima. Cambia la data, oppure pubblica comunque`,
        ]
      : []),
    ...replacing.map(
      ({ number, inForceFrom: day }) =>
        `${capitalize(withArticle('dal', dateInWords(day)))} la versione ${number}, già programmata, prende il posto di questa con il suo testo. Poi ritirala e correggila`,
    ),
  ]
}

const dateInWords = (day: string | null) => formatDate(day, 'd MMMM yyyy')

/** Answers 409: the form with what was typed, beside the text that somebody else has saved. Nothing is overwritten. */
async function conflictForm(admin: Admin, page: LegalName, typed: TypedVersion) {
  const { versions, draft, current, revision } = await readLegalVersions(admin, page)
  const [newest] = versions
  const lastEditor = newest?.by ?? 'Qualcun altro'
  const problem = `Nulla è stato sovrascritto: ${lastEditor} ha cambiato questa pagina mentre scrivevi. Sotto vedi in che cosa il tuo testo differisce: controlla e salva di nuovo`
  const savedText = draft?.text ?? current.text
  return data<LegalResult>({ typed, revision, problem, savedText }, { status: 409 })
}

import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import * as fields from '../accounts/fields'
import { explainAccountRefusal, refusalInit } from '../accounts/refusals.rules'
import { type Member, PHONE_MAX, SHORT_NAME } from '../accounts/rules'
import { findMember, visitorFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { createFormTimestamp, isFromRobot, readFormAge, tooFastSentence } from '../http/form-timestamp.server'
import { redirectWith } from '../http/toasts.server'
import { log } from '../runtime/log.server'
import { fieldErrors } from '../ui/forms/error-summary'
import { errorToast } from '../ui/toast'
import { sendContact } from './commands.server'
import { type ContactFacts, type ContactResult, SENT } from './contact-form'
import { interestOptions, isCourseInterest } from './queries.server'
import {
  FULL_NAME_MAX,
  FULL_NAME_MIN,
  INTEREST_MAX,
  MESSAGE_MAX,
  PHONE_MIN,
  submissionFrom,
  tidyLines,
  WRONG_PHONE,
} from './rules'

const NO_COURSE = 'Seleziona un corso'
const NO_CONSENT = 'Devi accettare la privacy policy'

const Contact = z.object({
  fullName: fields.requiredLine(FULL_NAME_MIN, FULL_NAME_MAX, SHORT_NAME),
  email: fields.email,
  phone: fields.requiredLine(PHONE_MIN, PHONE_MAX, WRONG_PHONE),
  company: fields.companyField,
  courseInterest: fields.requiredLine(1, INTEREST_MAX, NO_COURSE),
  message: fields
    .untidyText(MESSAGE_MAX)
    .default('')
    .transform(tidyLines)
    .pipe(z.string().max(MESSAGE_MAX, { error: fields.tooLongError(MESSAGE_MAX) })),
  privacy: z.literal('on', NO_CONSENT),
})

const FAILED = "Si è verificato un errore durante l'invio. Riprova più tardi."

type RequestArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> }

/**
 * What a page needs to show the form, filled with what is known of a member. `course`: slug of the course from whose
 * page the visitor comes, null without one.
 */
export async function contactFacts(
  { request, url, context }: RequestArgs,
  course: string | null,
): Promise<ContactFacts> {
  const [interest, timestamp, member] = await Promise.all([
    interestOptions(course),
    freshTimestamp(),
    // Everybody may write; the loader of the root fails too, and logs why.
    findMember(request, context).catch(() => null),
  ])
  return {
    ...interest,
    timestamp,
    ...(member && { memberValues: valuesOf(member) }),
    ...(url.searchParams.has(SENT) && { sent: true }),
  }
}

function valuesOf({ firstName, lastName, email, phone, company }: Member) {
  return { fullName: `${firstName} ${lastName}`, email, phone: phone ?? '', company: company ?? '' }
}

/**
 * Sends the message of a posted form and redirects to `path`, where the page confirms it. If the form is refused or the
 * message cannot be sent, returns the values of the form and what is wrong.
 */
export async function receiveContact({ request, context }: RequestArgs, path: string) {
  const form = await readForm(request)
  const timestamp = textOf(form, 'timestamp')
  const age = await readFormAge(timestamp).catch(() => null)
  const showFormAgain = async (result: Omit<ContactResult, 'values' | 'timestamp'>, init: ResponseInit) =>
    data<ContactResult>(
      {
        ...result,
        values: typedValues(form),
        timestamp: age === null ? await freshTimestamp() : timestamp,
      },
      init,
    )

  const typed = Contact.safeParse(Object.fromEntries(form))
  if (!typed.success) return showFormAgain({ errors: fieldErrors(typed.error) }, { status: 400 })
  if (isFromRobot(form, age)) return showFormAgain({ problem: tooFastSentence() }, { status: 400 })

  try {
    const sent = await sendContact(visitorFrom(context), submissionFrom(typed.data), timestamp)
    if (!sent.ok) return showFormAgain({ problem: explainAccountRefusal(sent) }, refusalInit(sent))
  } catch (fault) {
    log.error({ err: fault }, 'contact message neither stored nor mailed')
    return showFormAgain({ problem: FAILED, toasts: [errorToast(FAILED)] }, { status: 503 })
  }
  const page = `${path}?${SENT}#${SENT}`
  // The toast promises to confirm an enrolment, so that another question gets none.
  const aboutCourse = await isCourseInterest(typed.data.courseInterest).catch(() => true)
  if (!aboutCourse) return redirect(page)
  return redirectWith(page, {
    tone: 'success',
    title: 'Richiesta inviata',
    description: 'Ti contatteremo presto per confermare la tua iscrizione.',
  })
}

function typedValues(form: FormData): Record<string, string> {
  return Object.fromEntries(Object.keys(Contact.shape).map((name) => [name, textOf(form, name)]))
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A signed timestamp for a new form; '' while the database cannot be reached. */
async function freshTimestamp(): Promise<string> {
  return createFormTimestamp().catch((fault: unknown) => {
    log.error({ err: fault }, 'form timestamp not signed')
    return ''
  })
}

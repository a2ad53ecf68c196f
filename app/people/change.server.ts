import { personPage } from '../accounts/pages.rules'
import { type AccountOutcome, explainAccountRefusal } from '../accounts/refusals.rules'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { errorToast } from '../ui/toast'

/**
 * Runs a change of a person and leads back to their page, with the title of its success or the sentence of a refusal.
 */
export function answerChange(personId: string, title: string, change: () => Promise<AccountOutcome>) {
  return withErrorToast('Si è verificato un errore', async () => {
    const changed = await change()
    const toast = changed.ok
      ? ({ tone: 'success', title } as const)
      : errorToast(explainAccountRefusal(changed))
    return redirectWith(personPage(personId), toast)
  })
}

import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * The `shouldRevalidate` of a page whose form sends what the page has shown. Loads the page again after a 409, so that
 * it shows what a colleague has changed meanwhile, and the form can be sent again: by default no loader runs then.
 */
export function loadAfterConflict({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

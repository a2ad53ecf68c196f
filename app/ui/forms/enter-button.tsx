import type { ComponentProps } from 'react'

/**
 * The hidden submit button that the Enter key presses in the fields of a form. It stands first in the form: the browser
 * presses the first submit button, which could otherwise be one that removes or sends something.
 */
export const EnterButton = (button: Pick<ComponentProps<'button'>, 'name' | 'value' | 'formMethod'>) => (
  <button type="submit" hidden {...button} />
)

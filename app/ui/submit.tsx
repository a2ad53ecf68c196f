import type { ComponentProps } from 'react'
import { useNavigation } from 'react-router'

/**
 * The button that sends a form. While its own form is on its way it is disabled and reads `busy`; which form
 * that is, is told by the button's name and value (several forms may share an address).
 */
export function Submit({ busy, children, ...button }: { busy: string } & ComponentProps<'button'>) {
  const { formData } = useNavigation()
  const sending = formData != null && (!button.name || formData.get(button.name) === button.value)
  return (
    <button className="button" type="submit" {...button} disabled={sending || button.disabled}>
      {sending ? busy : children}
    </button>
  )
}

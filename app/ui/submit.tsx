import type { ComponentProps } from 'react'
import { useNavigation } from 'react-router'

/**
 * Disabled and labelled `busy` while its form is sent. Name and value identify the form, because forms may share an
 * address.
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

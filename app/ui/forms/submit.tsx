import type { ComponentProps } from 'react'
import { useNavigation } from 'react-router'

/** `busy` while its form is sent; name and value identify the form, since addresses are shared. */
export function Submit({ busy, children, ...button }: { busy: string } & ComponentProps<'button'>) {
  const { formData } = useNavigation()
  const sending = formData != null && (!button.name || formData.get(button.name) === button.value)
  return (
    <button className="button" type="submit" {...button} disabled={sending || button.disabled}>
      {sending ? busy : children}
    </button>
  )
}

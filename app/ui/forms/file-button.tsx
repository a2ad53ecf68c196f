import type { ComponentProps } from 'react'

/**
 * A button for a file about the chosen rows of its form. A page that sent the form would wait for ever, for no page
 * follows; so a browser with scripts goes to the address of the file, and without them the form leads there.
 */
export function FileButton({
  fileOf,
  ...button
}: { fileOf: (chosen: string[]) => string } & ComponentProps<'button'>) {
  return (
    <button
      type="submit"
      {...button}
      onClick={(event) => {
        const { form } = event.currentTarget
        const chosen = form ? new FormData(form).getAll('chosen').map(String) : []
        if (chosen.length === 0) return
        event.preventDefault()
        window.location.assign(fileOf(chosen))
      }}
    />
  )
}

import type { ComponentProps } from 'react'

/**
 * A button that downloads a file about the chosen rows of its form. With a script the browser goes to the address of
 * the file, since a form sent by the script would wait for a page that never follows; without a script, or without a
 * chosen row, the form is sent. `fileOf`: returns that address.
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

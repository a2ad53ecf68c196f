/** Puts a text into a field and fires `input`, as if the text had been typed, so that the handlers of the form run. */
export function setText(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  // React overrides `value` on the element to remember what it has rendered: after a plain assignment it would see no
  // difference and drop the event. The setter of the prototype bypasses the override.
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

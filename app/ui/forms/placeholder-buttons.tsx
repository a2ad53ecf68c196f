/**
 * Buttons that write a placeholder such as '[azienda]' at the cursor, in the last used field of the element around
 * them, or in its first field. `placeholders`: their names without brackets, by the label of the button.
 */
export function PlaceholderButtons({ placeholders }: { placeholders: Record<string, string> }) {
  return (
    <div
      className="actions insert needs-script"
      ref={(buttons) => {
        const surroundings = buttons?.parentElement
        const rememberField = ({ target }: FocusEvent) => {
          if (isTextField(target)) buttons?.setAttribute('data-field', target.id)
        }
        surroundings?.addEventListener('focusin', rememberField)
        return () => surroundings?.removeEventListener('focusin', rememberField)
      }}
    >
      <span className="quiet">Inserisci</span>
      {Object.entries(placeholders).map(([label, name]) => (
        <button
          key={label}
          className="button button-small"
          type="button"
          aria-label={`Inserisci: ${label}`}
          onClick={({ currentTarget }) => insertPlaceholder(currentTarget, `[${name}]`)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

const isTextField = (target: unknown): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

function insertPlaceholder(button: HTMLButtonElement, placeholder: string) {
  const buttons = button.parentElement
  const lastFieldId = buttons?.dataset.field
  const field = lastFieldId
    ? document.getElementById(lastFieldId)
    : buttons?.parentElement?.querySelector('input[type=text], textarea')
  if (!isTextField(field)) return
  field.setRangeText(placeholder, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  field.focus()
}

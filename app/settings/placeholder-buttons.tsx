/**
 * Buttons that write a placeholder such as '[azienda]' at the cursor, in the last used field of their fieldset, or in
 * its first field. `words`: the placeholders by the label of their button.
 */
export function PlaceholderButtons({ words }: { words: Record<string, string> }) {
  return (
    <div
      className="actions insert needs-script"
      ref={(buttons) => {
        const fields = buttons?.closest('fieldset')
        const remember = ({ target }: FocusEvent) => {
          if (isText(target)) buttons?.setAttribute('data-field', target.id)
        }
        fields?.addEventListener('focusin', remember)
        return () => fields?.removeEventListener('focusin', remember)
      }}
    >
      <span className="quiet">Inserisci</span>
      {Object.entries(words).map(([label, word]) => (
        <button
          key={label}
          className="button button-small"
          type="button"
          aria-label={`Inserisci: ${label}`}
          onClick={({ currentTarget }) => insertWord(currentTarget, `[${word}]`)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

const isText = (target: unknown): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

function insertWord(button: HTMLButtonElement, word: string) {
  const used = button.parentElement?.dataset.field
  const field = used
    ? document.getElementById(used)
    : button.closest('fieldset')?.querySelector('input[type=text], textarea')
  if (!isText(field)) return
  field.setRangeText(word, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  field.focus()
}

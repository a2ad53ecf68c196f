import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { Icon } from '../icon'
import { Form } from './form'
import '../tables/chips.css'

/**
 * A `ref` for a search field, which shows `text`, the search of the address: the back button changes it, unless another
 * text is being typed. The answer to a search leaves a field with the focus, where more may have been typed since.
 */
export function useSearchText(text: string) {
  const field = useRef<HTMLInputElement>(null)
  const formerText = useRef(text)
  const isBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search
  useEffect(() => {
    const isUntouched = isBack && field.current?.value === formerText.current
    if (field.current && (isUntouched || document.activeElement !== field.current)) field.current.value = text
    formerText.current = text
  }, [text])
  return field
}

/**
 * A search field above a table. It sets the parameter `q` of the address. `foundCount`: how many rows were found, which
 * screen readers announce; null if they could not be read; `isPart`: whether only those of this page are counted;
 * `keep`: the other parameters; null or '' for an absent one.
 */
export function TableSearch({
  label,
  text,
  action,
  foundCount,
  isPart = false,
  keep = {},
}: {
  label: string
  text: string
  action: string
  foundCount: number | null
  isPart?: boolean
  keep?: Record<string, string | null>
}) {
  const field = useSearchText(text)
  return (
    <search className="find">
      <Form action={action} preventScrollReset>
        {Object.entries(keep).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <button type="submit" aria-label="Cerca">
          <Icon name="search" />
        </button>
        <input
          ref={field}
          className="input"
          type="search"
          name="q"
          defaultValue={text}
          placeholder={label}
          aria-label={label}
        />
      </Form>
      <p className="visually-hidden" aria-live="polite">
        {text && foundCount !== null && `${foundInWords(foundCount, isPart)} per «${text}»`}
      </p>
    </search>
  )
}

function foundInWords(count: number, isPart: boolean): string {
  const found = count === 0 ? 'Nessun risultato' : formatCount(count, 'risultato', 'risultati')
  return isPart ? `${found} in questa pagina` : found
}

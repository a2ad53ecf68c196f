import { Field } from '../../ui/field'
import { TYPED_MAX } from './rules'

const WORDS = {
  app: { label: 'Codice dell’app', hint: 'Sei cifre: l’app ne mostra di nuove ogni trenta secondi.' },
  recovery: { label: 'Codice di recupero', hint: 'Per esempio k7mq-2xvt-9hdr: dodici tra lettere e cifre.' },
  either: { label: 'Codice', hint: 'Le sei cifre dell’app, oppure un codice di recupero.' },
}

/** Accepts spaces. */
export function CodeField({ of, error }: { of: keyof typeof WORDS; error: string | undefined }) {
  return (
    <Field
      {...WORDS[of]}
      name="code"
      className="input num code"
      inputMode={of === 'app' ? 'numeric' : 'text'}
      autoComplete={of === 'recovery' ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={TYPED_MAX}
      required
      error={error}
    />
  )
}

import { capitalize } from '../../italian/words'
import { Field } from '../../ui/forms/field'
import { CODE_FIELD_MAX, IN_WORDS } from './rules'

const WORDS = {
  app: {
    label: 'Codice dell’app',
    hint: `${capitalize(IN_WORDS.digits)}: l’app ne mostra di nuove ogni ${IN_WORDS.period}.`,
  },
  backup: { label: 'Codice di recupero', hint: 'Per esempio k7mq-2xvt-9hdr: dodici tra lettere e cifre.' },
  either: { label: 'Codice', hint: `Le ${IN_WORDS.digits} dell’app, oppure un codice di recupero.` },
}

/** The field for a code of the app, a backup code, or either. Takes spaces and hyphens. */
export function CodeField({ kind, error }: { kind: keyof typeof WORDS; error: string | undefined }) {
  return (
    <Field
      {...WORDS[kind]}
      name="code"
      className="input num code"
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoComplete={kind === 'backup' ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={CODE_FIELD_MAX}
      required
      error={error}
    />
  )
}

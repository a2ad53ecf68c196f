import { ACCENT, STONE } from './strata'
import './envelope.css'

/** The colours `--stone-0` and `--ink-900` of tokens.css. */
const PAPER = '#fcfaf5'
const OUTLINE = '#152230'

export function Envelope() {
  return (
    <svg className="envelope" viewBox="0 0 560 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path fill={STONE[1]} d="M0 0h560v150H0z" />
      <path fill={STONE[2]} d="M0 92Q270 62 560 98V150H0z" />
      <path fill={STONE[3]} d="M0 128Q270 108 560 132V150H0z" />
      <path fill={PAPER} d="M212 29h136v92H212z" />
      <path
        fill="none"
        stroke={OUTLINE}
        strokeWidth="1.6"
        strokeLinejoin="round"
        d="M212 29h136v92H212zM212 29l68 54 68-54"
      />
      <path fill={ACCENT} d="M266 101V87a14 14 0 0 1 28 0v14z" />
    </svg>
  )
}

import './envelope.css'

export function Envelope() {
  return (
    <svg className="envelope" viewBox="0 0 560 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path fill="#e6dbc7" d="M0 0h560v150H0z" />
      <path fill="#d8cab0" d="M0 92Q270 62 560 98V150H0z" />
      <path fill="#c9b899" d="M0 128Q270 108 560 132V150H0z" />
      <path fill="#fcfaf5" d="M212 29h136v92H212z" />
      <path
        fill="none"
        stroke="#152230"
        strokeWidth="1.6"
        strokeLinejoin="round"
        d="M212 29h136v92H212zM212 29l68 54 68-54"
      />
      <path fill="#a33b27" d="M266 101V87a14 14 0 0 1 28 0v14z" />
    </svg>
  )
}

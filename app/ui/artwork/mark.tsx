/** Two arches, the mark of the company. */
export function CompanyMark() {
  return (
    <svg viewBox="0 0 28 32" aria-hidden="true">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M0 32V14a14 14 0 0 1 28 0v18h-6V14a8 8 0 0 0-16 0v18zM11 32V14a3 3 0 0 1 6 0v18z"
      />
    </svg>
  )
}

import { data } from 'react-router'

/** Answers every address that no other route has. */
export function loader(): never {
  throw data(null, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}

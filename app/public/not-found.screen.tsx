import { data } from 'react-router'

/** Any address that is no page: the frame is there, the rest is the not-found page. */
export function loader(): never {
  throw data(null, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}

import { useNavigation } from 'react-router'

/** A line at the top, shown while another page is loading. */
export function LoadingLine() {
  if (useNavigation().state === 'idle') return null
  return <div className="loading-line" role="progressbar" aria-label="Caricamento" />
}

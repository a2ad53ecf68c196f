import { useNavigation } from 'react-router'

/** While another page is on its way. */
export function LoadingLine() {
  if (useNavigation().state === 'idle') return null
  return <div className="loading-line" role="progressbar" aria-label="Caricamento" />
}

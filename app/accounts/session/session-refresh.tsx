import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { href, useLocation, useNavigation } from 'react-router'
import { bringIntoView } from '../../ui/bring-into-view'

const CHECK_INTERVAL_MS = 30_000
/** The session is renewed when less time than this is left. */
const RENEWAL_MARGIN_MS = 3 * CHECK_INTERVAL_MS
const FIRST_RETRY_MS = 200

// Every page loads this file, so it imports no rules of the accounts.
const SESSION_PATH = href('/sessione')
const SIGN_IN_PATH = href('/auth')
/**
 * The addresses of the forms that end the session of this browser: 'Logout', 'Esci da tutti i dispositivi', 'Elimina'.
 */
const SIGN_OUT_PATHS = [href('/logout'), href('/dashboard/account'), href('/dashboard/elimina')]
/** The broadcast channel on which a logout tells the other tabs of the site. */
const CHANNEL = 'sessione'

/**
 * Whether a form of `SIGN_OUT_PATHS` is being sent. For the whole tab, since the frame of the office ends with the
 * session.
 */
let isSigningOut = false

/**
 * Returns when the session ends, in milliseconds since 1970; null without a session. 'POST' renews the session first.
 * Throws when the session cannot be read.
 */
async function fetchExpiry(method: 'GET' | 'POST'): Promise<number | null> {
  const response = await fetch(SESSION_PATH, { method })
  if (response.status === 401) return null
  if (!response.ok) throw new Error(`The session could not be read: ${response.status}`)
  const { expiresAt } = await response.json()
  return Date.parse(expiresAt)
}

/**
 * Renews the session and returns its end. Retries after `FIRST_RETRY_MS`, then after twice as long each time, until
 * `CHECK_INTERVAL_MS` would be exceeded. Throws when no try succeeds.
 */
async function renewSession(): Promise<number | null> {
  for (let wait = FIRST_RETRY_MS, waited = 0; ; waited += wait, wait *= 2) {
    try {
      return await fetchExpiry('POST')
    } catch (error) {
      if (waited + wait > CHECK_INTERVAL_MS) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/**
 * Renews the session of an open page and shows a message once the session has ended. A logout reloads the other tabs.
 * `owner`: the id of the member, as `signOwner` signs it; undefined on a page for visitors.
 */
export function SessionRefresh({ owner }: { owner: string | undefined }) {
  const [hasEnded, setHasEnded] = useState(false)
  const [container, setContainer] = useState<Element>()
  const { key } = useLocation()
  const { formAction } = useNavigation()

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    // Only a logout is announced to other tabs: when a session expires, they keep what is typed in their forms.
    // A refused form stays at its own address.
    const hasSignedOut = isSigningOut && !owner && !SIGN_OUT_PATHS.includes(window.location.pathname)
    if (hasSignedOut) channel.postMessage('signed out')
    setHasEnded(false)
    if (!owner) return () => channel.close()

    const checkSession = async () => {
      try {
        let expiresAt = await fetchExpiry('GET')
        if (expiresAt !== null && expiresAt - Date.now() <= RENEWAL_MARGIN_MS)
          expiresAt = await renewSession()
        setHasEnded(expiresAt === null)
      } catch {
        // Without a network the next tick asks again.
      }
    }
    const checkWhenVisible = () => {
      if (document.visibilityState === 'visible') checkSession()
    }
    checkSession()
    const checkTimer = setInterval(checkSession, CHECK_INTERVAL_MS)
    document.addEventListener('visibilitychange', checkWhenVisible)
    channel.onmessage = () => window.location.reload()
    return () => {
      clearInterval(checkTimer)
      document.removeEventListener('visibilitychange', checkWhenVisible)
      channel.close()
    }
  }, [owner])

  // After the effect above, which still has to see the form that led to a page without an owner.
  useEffect(() => {
    isSigningOut = formAction !== undefined && SIGN_OUT_PATHS.includes(formAction)
  }, [formAction])

  // Content below an open dialog is inert, so the message goes into the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each page (`key`), which may have opened or closed a dialog
  useEffect(() => {
    if (hasEnded) setContainer(document.querySelector('dialog[open]') ?? document.body)
  }, [hasEnded, key])

  if (!hasEnded || !owner || !container) return null
  return createPortal(
    <div className="toasts">
      <div className="toast toast-destructive" role="alert" ref={bringIntoView}>
        <b>Sessione non valida</b>
        <p>Accedi in un’altra scheda prima di inviare: qui resta tutto com’è.</p>
        <a className="button" href={SIGN_IN_PATH} target="_blank" rel="noopener">
          Accedi
        </a>
      </div>
    </div>,
    container,
  )
}

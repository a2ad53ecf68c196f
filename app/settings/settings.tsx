import { useEffect } from 'react'
import { href, Link, NavLink, Outlet, useLocation } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { isPreparing } from '../site/preparing.server'
import { fetchSettings, settingsVersion } from '../site/settings'
import { PageList } from '../ui/overlays/page-list'
import type { Route } from './+types/settings'
import { missingData } from './missing-data'
import './settings.css'
import '../courses/course-form.css'

/** The pages of the settings, in the order of the index. `about`: replaces the sentence that most pages share. */
const PAGES: { to: string; label: string; about?: string }[] = [
  { to: href('/admin/impostazioni'), label: 'Azienda' },
  { to: href('/admin/impostazioni/sedi'), label: 'Sedi' },
  { to: href('/admin/impostazioni/orari'), label: 'Orari e chiusure' },
  { to: href('/admin/impostazioni/avviso'), label: 'Avviso' },
  { to: href('/admin/impostazioni/testi'), label: 'Testi' },
  { to: href('/admin/impostazioni/domande'), label: 'Domande frequenti' },
  { to: href('/admin/impostazioni/squadra'), label: 'Squadra' },
  {
    to: href('/admin/impostazioni/pagamenti'),
    label: 'Pagamenti',
    about: 'Il conto compare a chi deve pagare. Un IBAN nuovo si conferma con la password.',
  },
  {
    to: href('/admin/impostazioni/legali'),
    label: 'Pagine legali',
    about: 'Ogni testo ha le sue versioni: quella di prima resta leggibile per sempre.',
  },
  {
    to: href('/admin/impostazioni/email'),
    label: 'Email',
    about: 'Quello che cambi vale per le email che partono da adesso.',
  },
]

/** `missing`: the data without which a public site stays closed to visitors. */
export function loader({ context }: Route.LoaderArgs) {
  adminFrom(context)
  return { missing: isPreparing() ? missingData() : [], version: settingsVersion() }
}

/** The frame of the settings: the index of their pages beside the form. */
export default function SettingsFrame({ loaderData: { missing, version } }: Route.ComponentProps) {
  // Pages that are opened from here without a full load show the new settings too.
  useEffect(() => {
    if (version !== settingsVersion()) fetchSettings(version)
  }, [version])
  const { pathname } = useLocation()
  const chosen = PAGES.findLast(({ to }) => `${pathname}/`.startsWith(`${to}/`))
  const links = PAGES.map(({ to, label }) => (
    <NavLink key={to} to={to} end={to === href('/admin/impostazioni')}>
      {label}
    </NavLink>
  ))
  return (
    <section className="admin-section" aria-labelledby="impostazioni-titolo">
      <h2 id="impostazioni-titolo">Impostazioni</h2>
      <p className="quiet">{chosen?.about ?? 'Quello che cambi si vede nel sito appena salvi.'}</p>
      {missing.length > 0 && (
        <section className="missing-data" aria-labelledby="mancano">
          <h3 id="mancano">Prima che il sito si apra mancano</h3>
          <ul>
            {missing.map(({ label, to }) => (
              <li key={label}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="settings">
        <nav className="settings-index" aria-label="Impostazioni">
          {links}
        </nav>
        <PageList name="Impostazioni, le pagine" chosen={chosen?.label}>
          {links}
        </PageList>
        <div className="settings-page">
          <Outlet />
        </div>
      </div>
    </section>
  )
}

import type { ReactNode } from 'react'
import {
  data,
  href,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { isStaff } from './accounts/rules'
import { refuseFormsOfOthers } from './accounts/session/form-owner.server'
import { signOwner } from './accounts/session/saved-form.server'
import { findMember, sessionMiddleware } from './accounts/session/session.server'
import { noteRoute } from './http/request-context.server'
import { readFlash } from './http/toasts.server'
import { Frame } from './public/frame'
import { isPreparingError, Problem } from './public/problem'
import { env } from './runtime/env.server'
import { log } from './runtime/log.server'
import { inventedData } from './site/invented'
import { noticeAt } from './site/notice.rules'
import { isPreparing, refuseWhilePreparing, sayWhenToReturn } from './site/preparing.server'
import { settingsVersion, siteSettings } from './site/settings'
import { OwnerContext } from './ui/forms/form'
import { keepFormOffline, useKeptPage, useOfflineForm } from './ui/forms/offline-form'
import { LoadingLine } from './ui/loading-line'
import { LoaderToasts, Toasts, useLoaderToasts } from './ui/overlays/toasts'

export const middleware: Route.MiddlewareFunction[] = [
  noteRoute,
  sayWhenToReturn,
  sessionMiddleware,
  refuseWhilePreparing,
  refuseFormsOfOthers,
]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }, next) => keepFormOffline(request, next),
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const notice = noticeAt(siteSettings().notice, new Date())
  const [member, flash] = await Promise.all([findViewer(request, context), readFlash(request)])
  return data(
    {
      member: member && {
        firstName: member.firstName,
        isStaff: isStaff(member),
        owner: await signOwner(member),
      },
      toasts: flash.toasts,
      site: {
        name: siteSettings().company.name,
        origin: env.publicOrigin,
        demo: inventedData().length > 0,
        ...(notice && { notice }),
        ...(isPreparing() && { preparing: true }),
      },
    },
    { headers: flash.headers },
  )
}

/** Returns the signed-in member, if any. An unreadable session counts as none, so that public pages still work. */
async function findViewer(request: Request, context: Route.LoaderArgs['context']) {
  try {
    return await findMember(request, context)
  } catch (fault) {
    log.error({ err: fault }, 'session not read')
    return undefined
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const error = useRouteError()
  const matches = useMatches()
  const offlineToasts = useOfflineForm()
  useKeptPage()
  const toasts = useLoaderToasts()
  const handles = matches.map(({ handle }) => handle as DocumentHandle | undefined)
  // Visitors get scriptless pages without scripts. In the browser the router is running already: its scripts stay.
  const isScripted =
    !import.meta.env.SSR || Boolean(root?.member) || !handles.some((handle) => handle?.scriptless)
  // Without the data of its loader a route cannot draw its frame: the frame of the site then shows the error page.
  const hasOwnFrame = handles.some((handle, i) => handle?.frame && matches[i]?.loaderData)
  return (
    <html lang="it">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The styles are in the page, so only the fonts are preloaded. */}
        <link rel="preload" href="/fonts/newsreader.woff2" as="font" crossOrigin="anonymous" />
        <link rel="preload" href="/fonts/source-sans-3.woff2" as="font" crossOrigin="anonymous" />
        <meta name="theme-color" content="#f5f0e6" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple.png" />
        <link rel="manifest" href={href('/site.webmanifest')} />
        <Links />
      </head>
      <body data-hydrate={root?.member ? '' : undefined} data-settings={settingsVersion()}>
        <OwnerContext value={root?.member?.owner}>
          <LoaderToasts value={toasts}>
            {hasOwnFrame ? (
              children
            ) : (
              <>
                <Frame
                  viewer={root?.member}
                  showsInventedData={root?.site.demo ?? false}
                  notice={root?.site.notice}
                  isPreparing={root?.site.preparing || isPreparingError(error)}
                >
                  {children}
                  <LoadingLine />
                </Frame>
                <Toasts toasts={[...toasts, ...offlineToasts]} />
              </>
            )}
          </LoaderToasts>
          {isScripted && (
            <>
              <ScrollRestoration />
              <Scripts />
            </>
          )}
        </OwnerContext>
      </body>
    </html>
  )
}

/** `scriptless`: the page needs no script; `frame`: the route brings a frame of its own, which shows the toasts. */
type DocumentHandle = { scriptless?: boolean; frame?: boolean }

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} />
}

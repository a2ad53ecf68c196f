import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import {
  createRequestHandler,
  type LoaderFunctionArgs,
  Outlet,
  type RouterContextProvider,
  redirect,
  type ServerBuild,
  UNSAFE_withComponentProps,
  UNSAFE_withErrorBoundaryProps,
} from 'react-router'
import { refuseFormsOfOthers } from '../app/accounts/session/form-owner.server'
import * as session from '../app/accounts/session/session.resource'
import {
  admitMembers,
  admitStaff,
  findMember,
  memberFrom,
  sessionMiddleware,
  staffFrom,
} from '../app/accounts/session/session.server'
import { signOut } from '../app/accounts/sign-in/commands.server'
import * as enrolFunction from '../app/api/enrol.resource'
import * as logExport from '../app/audit/export.resource'
import * as courseExport from '../app/course-editor/export.resource'
import * as rosterExport from '../app/enrolments/roster/export.resource'
import * as paymentExport from '../app/payments/accountant/export.resource'
import addresses from '../app/routes'
import { aContext } from './people'

const asked = ({ context }: LoaderFunctionArgs) => memberFrom(context).email
const area = { default: Outlet, loader: asked, middleware: [admitMembers] }
const page = { default: () => null, loader: asked, action: asked }
const hall = {
  default: () => null,
  loader: async ({ request, context }: LoaderFunctionArgs) =>
    (await findMember(request, context))?.email ?? 'nobody',
  action: async ({ request, context }: LoaderFunctionArgs) =>
    redirect('/', await signOut(await findMember(request, context), request.headers)),
}
const office = {
  default: () => null,
  loader: ({ context }: LoaderFunctionArgs) => staffFrom(context).email,
  middleware: [admitStaff],
}

/** Routes with the real guards. */
const routes = {
  root: {
    id: 'root',
    path: '',
    module: { default: Outlet, middleware: [sessionMiddleware, refuseFormsOfOthers] },
  },
  hall: { id: 'hall', parentId: 'root', index: true, module: hall },
  area: { id: 'area', parentId: 'root', module: area },
  mine: { id: 'mine', parentId: 'area', path: 'mine', module: page },
  office: { id: 'office', parentId: 'root', path: 'office', module: office },
  desk: { id: 'desk', parentId: 'root', module: office },
  log: { id: 'log', parentId: 'desk', path: 'admin/audit', module: { default: () => null, loader: asked } },
  logExport: { id: 'logExport', parentId: 'desk', path: 'admin/audit.csv', module: logExport },
  courseExport: { id: 'courseExport', parentId: 'desk', path: 'admin/courses.csv', module: courseExport },
  rosterExport: {
    id: 'rosterExport',
    parentId: 'desk',
    path: 'admin/courses/:course/iscritti.csv',
    module: rosterExport,
  },
  paymentExport: {
    id: 'paymentExport',
    parentId: 'desk',
    path: 'admin/pagamenti.csv',
    module: paymentExport,
  },
  enrolFunction: {
    id: 'enrolFunction',
    parentId: 'root',
    path: 'functions/v1/enroll_user_in_courses',
    module: enrolFunction,
  },
  session: { id: 'session', parentId: 'root', path: 'session', module: session },
}

type Handle = (request: Request, context?: RouterContextProvider) => Promise<Response>

type Entry = ServerBuild['entry']['module']

/** Renders nothing. */
const plain: Entry = {
  default: (_request, status, headers) => new Response('page', { status, headers }),
  handleError: () => {},
}

function siteOf(routes: Record<string, object>, entry = plain): Handle {
  const assets = Object.entries(routes).map(([id, route]) => [id, { ...route, module: `/${id}.js` }])
  const handler = createRequestHandler(
    {
      entry: { module: entry },
      routes: routes as unknown as ServerBuild['routes'],
      assets: {
        entry: { imports: [], module: '/entry.js' },
        routes: Object.fromEntries(assets),
        url: '/manifest.js',
        version: '1',
      },
      publicPath: '/',
      assetsBuildDirectory: '',
      future: {} as ServerBuild['future'],
      ssr: true,
      isSpaMode: false,
      prerender: [],
      routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    },
    'production',
  )
  return (request, context = aContext()) => handler(request, context)
}

export const visit = siteOf(routes)

/** Every route of the site; `entry` renders pages. */
export async function wholeSite(entry?: Entry): Promise<Handle> {
  const found: Record<string, object> = {
    root: { id: 'root', path: '', module: withProps(await import('../app/root')) },
  }
  const add = async (entries: RouteConfigEntry[], parentId: string) => {
    for (const { id, file, path, index, children = [] } of entries) {
      const key = id ?? file
      const module = await import(pathToFileURL(resolve('app', file)).href)
      found[key] = { id: key, parentId, path, index, module: withProps(module) }
      await add(children, key)
    }
  }
  await add(addresses, 'root')
  return siteOf(found, entry)
}

type Component = Parameters<typeof UNSAFE_withComponentProps>[0]
type Boundary = Parameters<typeof UNSAFE_withErrorBoundaryProps>[0]

/** As the build does. */
function withProps(module: object) {
  const { default: Page, ErrorBoundary }: { default?: Component; ErrorBoundary?: Boundary } = module
  return {
    ...module,
    ...(Page && { default: UNSAFE_withComponentProps(Page) }),
    ...(ErrorBoundary && { ErrorBoundary: UNSAFE_withErrorBoundaryProps(ErrorBoundary) }),
  }
}

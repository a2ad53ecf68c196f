import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The list of routes is a file of its own, loaded only when a page starts its scripts: pages stay small.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

/**
 * How the site's Node is started, everywhere; deploy/ repeats it. Rendering makes much short-lived garbage, hence the
 * larger nursery. The limit of the old space makes the collector run before garbage fills a large machine.
 */
export const options = ['--enable-source-maps', '--max-semi-space-size=32', '--max-old-space-size=512']

/** glibc returns freed memory above this many bytes: compiling the embedded PostgreSQL takes 600 MB for half a second. */
export const environment = { MALLOC_TRIM_THRESHOLD_: '131072' }

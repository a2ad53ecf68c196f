/**
 * Node options of the site; deploy/ repeats them. Rendering makes short-lived garbage, hence the nursery. The
 * old-space limit makes the collector run early.
 */
export const options = ['--enable-source-maps', '--max-semi-space-size=32', '--max-old-space-size=512']

/**
 * glibc returns freed memory above this size: compiling the embedded PostgreSQL takes 600 MB for half a second.
 */
export const environment = { MALLOC_TRIM_THRESHOLD_: '131072' }

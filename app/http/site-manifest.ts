/** Returns the file of the route manifest without the office, which lies beside the manifest of all routes. */
export const siteManifest = (manifest: string) => manifest.replace(/\.js$/, '-site.js')

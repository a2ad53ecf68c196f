/** The file of the manifest without the office, beside that of all routes. */
export const siteManifest = (manifest: string) => manifest.replace(/\.js$/, '-site.js')

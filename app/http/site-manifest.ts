/**
 * Returns the path or address of the site manifest: the route manifest for pages outside of the office and of the
 * teachers, which lies beside the `manifest` of all routes (react-router.config.ts writes it).
 */
export const siteManifest = (manifest: string) => manifest.replace(/\.js$/, '-site.js')

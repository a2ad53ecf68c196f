/**
 * Returns the file of the route manifest for pages outside of office and teachers, which lies beside the manifest of
 * all routes (react-router.config.ts writes it).
 */
export const siteManifest = (manifest: string) => manifest.replace(/\.js$/, '-site.js')

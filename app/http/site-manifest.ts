/**
 * Returns the path or address of the site manifest: the route manifest for pages outside of the office and of the
 * teachers, which lies beside the `manifest` of all routes (react-router.config.ts writes it).
 */
export const siteManifest = (manifest: string) => manifest.replace(/\.js$/, '-site.js')

/**
 * Whether the page at a path gets the manifest of all routes: it is a page of the office (/admin) or of the teachers
 * (/docente). A script of any other page cannot navigate to it, and must load a new document.
 */
export const hasWholeManifest = (path: string) => /^\/(admin|docente)(?:[/?]|$)/.test(path)

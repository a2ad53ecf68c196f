/**
 * The order of the cascade layers, as in `app.css`. The first declaration counts, and a page may load any sheet first.
 */
export const LAYERS = '@layer reset, base, components, screens;'

/**
 * The order of the cascade layers, as in `app.css`. It stands at the beginning of each sheet: the first statement
 * counts, and a page may load any sheet first.
 */
export const LAYERS = '@layer reset, base, components, screens;'

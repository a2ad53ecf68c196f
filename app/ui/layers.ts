/** The order of `app.css`. It counts where it is first read, and a page may load any sheet first. */
export const LAYERS = '@layer reset, base, components, screens;'

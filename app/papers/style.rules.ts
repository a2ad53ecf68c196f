/** The colours of papers. `ink`: headings; `quiet`: notes and labels; `cotto`: the red of the site. */
export const COLOUR = {
  ink: '#152230',
  text: '#2c4055',
  quiet: '#506274',
  cotto: '#a33b27',
  line: '#c9bb9f',
}

/** Converts millimetres to points. */
export const mm = (millimetres: number) => (millimetres * 72) / 25.4

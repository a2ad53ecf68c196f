const PATHS = {
  left: 'M16 10H4m5-5-5 5 5 5',
  right: 'M4 10h12m-5-5 5 5-5 5',
  fold: 'M5 8l5 5 5-5',
  out: 'M7 13 15 5M8 5h7v7',
  menu: 'M3 6h14M3 10h14M3 14h14',
  plus: 'M10 4v12M4 10h12',
  down: 'M10 3v10m-4-4 4 4 4-4M4 17h12',
  up: 'M10 13V3m-4 4 4-4 4 4M4 17h12',
  edit: 'M4 16v-3L13 4l3 3-9 9zM11 6l3 3',
  check: 'M4 10.5 8 15l8-9',
  undo: 'M8 5 4 9l4 4M4 9h8a4 4 0 0 1 0 8H9',
  close: 'M5 5l10 10M15 5 5 15',
  copy: 'M8 7h8v10H8zM12 7V3H4v10h4',
  editions: 'M4 6h12v11H4zM4 10h12M7 3v3M13 3v3',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4',
  door: 'M4 18V9a6 6 0 0 1 12 0v9zM10 3v15',
  phone: 'M5 3h3l1.5 4-2 1.5a9 9 0 0 0 4 4l1.5-2 4 1.5v3c0 1-1 2-2 2C8.5 17 3 11.5 3 5c0-1 1-2 2-2z',
  print: 'M6 8V3h8v5M5 14H3V8h14v6h-2M6 12h8v5H6z',
  mail: 'M3 5h14v10H3zM3 6l7 5 7-5',
}

/** An icon of 20 × 20. It is decorative: the control that contains it needs a name. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return <IconDrawing path={PATHS[name]} />
}

/** An icon by its path, for icons that only few pages use. */
export function IconDrawing({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

import { IconDrawing } from '../ui/icon'

const PATHS = {
  today: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5M8 12.5l1.5 1.5 3-3',
  inbox: 'M3 11h4l1 2h4l1-2h4M3 11l2-6.5h10l2 6.5v5H3z',
  arch: 'M4 16.5V9.5a6 6 0 0 1 12 0v7M8 16.5V10a2 2 0 0 1 4 0v6.5M2.5 16.5h15',
  euro: 'M15 5.5a6 6 0 1 0 0 9M3 8.5h8M3 11.5h8',
  message: 'M3 4.5h14v9.5H9L5 17v-3H3z',
  file: 'M5 3h7l3 3v11H5zM12 3v3h3M8 10h4M8 13h4',
  history: 'M3.5 6.5A7 7 0 1 1 3 10M3 4v3h3M10 6.5V10l2.5 1.5',
  sliders: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  pulse: 'M2.5 10.5h3l2-5.5 4 10.5 2-5h4',
  people:
    'M8 9a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM3 16c0-3 2-5 5-5s5 2 5 5M13 4a2.6 2.6 0 0 1 0 5M15 11.5c1.5.8 2.3 2.4 2.3 4.5',
  mail: 'M3 5h14v10H3zM3 6l7 5 7-5',
}
export type PlaceIconName = keyof typeof PATHS

/** The icon of a place of the office. */
export function PlaceIcon({ name }: { name: PlaceIconName }) {
  return <IconDrawing path={PATHS[name]} />
}

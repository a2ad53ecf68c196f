import { formatMegabytes } from '../../italian/file-sizes'
import { Icon } from '../../ui/icon'

/** The brochure that a course has. `size`: in bytes, null if the file is missing or cannot be read. */
export function CurrentBrochure({ href, size }: { href: string; size: number | null }) {
  return (
    <p>
      <b>PDF attualmente caricato</b>
      {size === null ? (
        <span className="error">Il file non si trova: caricalo di nuovo.</span>
      ) : (
        <a className="link" href={href}>
          <Icon name="down" /> Scarica <span className="num">({formatMegabytes(size)})</span>
        </a>
      )}
    </p>
  )
}

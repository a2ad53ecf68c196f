import { href, Link } from 'react-router'
import { Icon } from '../../ui/icon'
import { Chips } from '../../ui/tables/chips'

/** Pages of a roster that can be printed, with their names, by the last part of their address. */
const PAGES = {
  firme: 'Foglio firme',
  cartellini: 'Cartellini',
  stampa: 'Elenco per la segreteria',
} as const
type PrintedPage = keyof typeof PAGES

const pageOf = (printed: PrintedPage, course: string) =>
  ({
    firme: href('/admin/courses/:course/iscritti/firme', { course }),
    cartellini: href('/admin/courses/:course/iscritti/cartellini', { course }),
    stampa: href('/admin/courses/:course/iscritti/stampa', { course }),
  })[printed]

/** The links in the menu 'Stampa'. */
export function PrintLinks({ course }: { course: string }) {
  return Object.entries(PAGES).map(([printed, name]) => (
    <Link key={printed} to={pageOf(printed as PrintedPage, course)}>
      {name}
    </Link>
  ))
}

/**
 * The head above a page to print: links to the other pages, the print button, the link back to the roster. The head
 * itself is not printed. `course`: its id; `printed`: the page below the head; `pdf`: the address of that page as PDF.
 */
export function PrintHead({ course, printed, pdf }: { course: string; printed: PrintedPage; pdf?: string }) {
  return (
    <div className="tools">
      <Chips
        label="Che cosa si stampa"
        chips={Object.entries(PAGES).map(([word, name]) => ({
          name,
          to: pageOf(word as PrintedPage, course),
          isChosen: word === printed,
        }))}
      />
      <div className="tools-end">
        <Link className="link" to={href('/admin/courses/:course/iscritti', { course })}>
          <Icon name="left" /> Iscritti
        </Link>
        {pdf && (
          <a className="button" href={pdf}>
            Scarica PDF
          </a>
        )}
        <button className="button needs-script" type="button" onClick={() => window.print()}>
          Stampa
        </button>
      </div>
    </div>
  )
}

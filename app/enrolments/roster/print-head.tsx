import { href, Link } from 'react-router'
import { Icon } from '../../ui/icon'
import { Chips } from '../../ui/tables/chips'
import { rosterPage } from '../pages.rules'

/** Pages of a roster that can be printed, with their names. `course`: its id. */
const printedPages = (course: string) =>
  [
    ['Foglio firme', href('/admin/courses/:course/iscritti/firme', { course })],
    ['Cartellini', href('/admin/courses/:course/iscritti/cartellini', { course })],
    ['Elenco per la segreteria', href('/admin/courses/:course/iscritti/stampa', { course })],
  ] as const
type PrintedPage = ReturnType<typeof printedPages>[number][0]

/** The links in the menu 'Stampa'. */
export function PrintLinks({ course }: { course: string }) {
  return printedPages(course).map(([name, page]) => (
    <Link key={name} to={page}>
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
        chips={printedPages(course).map(([name, to]) => ({ name, to, isChosen: name === printed }))}
      />
      <div className="tools-end">
        <Link className="link" to={rosterPage(course)}>
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

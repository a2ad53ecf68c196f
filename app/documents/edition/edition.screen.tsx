import { type ReactNode, useState } from 'react'
import { href, Link, useOutlet } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { CoursePhoto } from '../../courses/covers/photo'
import { courseFrom, courseOrRedirect } from '../../courses/office.queries.server'
import { courseTablePage } from '../../courses/table/rules'
import { loadSections } from '../../http/toasts.server'
import { formatFileSize } from '../../italian/file-sizes'
import { Icon, IconDrawing } from '../../ui/icon'
import { PageHead } from '../../ui/page-head'
import { brochureAddress } from '../brochure/brochure-link'
import { brochureSize } from '../brochure/queries.server'
import { DocumentTable } from '../course/document-table'
import { documentsOf } from '../course/queries.server'
import { UploadForm } from '../course/upload-form'
import type { Route } from './+types/edition.screen'

// Drawings of icons, as SVG paths.
const SHEET = 'M5 3h7l3 3v11H5zM8 9h4M8 12h4'
const PICTURE = 'M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4'
const PRINT = 'M6 8V3h8v5M6 14H3V8h14v6h-3M6 12h8v5H6z'

/** The brochure, the photograph and the documents of one edition. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOrRedirect(courseFrom(context, params.course), courseTablePage(url.search))
  const { id, slug, title, pdfFilePath, photoPath, photoAlt } = course
  const { loadSection, respond } = loadSections()
  const failed = 'Impossibile caricare i documenti'
  const [documents, size] = await Promise.all([
    loadSection(failed, documentsOf(staff, id), null),
    brochureSize(pdfFilePath),
  ])
  return respond({
    course: { id, title, slug, photoPath, photoAlt },
    brochure: pdfFilePath && { address: brochureAddress(slug, pdfFilePath), size },
    documents,
  })
}

const NO_BROCHURE = 'Nessun PDF: la pagina del corso non ha il pulsante «Scarica la brochure»'
const brochureInWords = (size: number | null) =>
  `PDF attualmente caricato${size === null ? '' : `, ${formatFileSize(size)}`}`

export default function EditionDocuments({
  loaderData: { course, brochure, documents },
}: Route.ComponentProps) {
  const [isRefused, setRefused] = useState(false)
  const dialog = useOutlet()
  const query = `?${new URLSearchParams({ corso: course.id, edizione: course.id })}`
  const params = { course: course.id }
  const brochurePage = href('/admin/courses/:course/pdf', params) + query
  const sheets = [
    ['Foglio firme', href('/admin/courses/:course/iscritti/firme', params)],
    ['Elenco iscritti', href('/admin/courses/:course/iscritti/stampa', params)],
    ['Cartellini', href('/admin/courses/:course/iscritti/cartellini', params)],
  ] as const
  return (
    <>
      {dialog ?? <PageHead title={`Documenti: ${course.title}`} noindex error={isRefused} />}
      <div className="edition-documents">
        <section aria-labelledby="brochure">
          <div className="documents-head">
            <h3 id="brochure">Brochure e foto</h3>
            <p>Si vedono nella pagina pubblica del corso</p>
          </div>
          <CourseFile
            name="Brochure"
            sign={<IconDrawing path={SHEET} />}
            state={brochure ? brochureInWords(brochure.size) : NO_BROCHURE}
          >
            {brochure && (
              <a className="button button-small" href={brochure.address}>
                Scarica
              </a>
            )}
            <Link className="button button-small" to={brochurePage} preventScrollReset>
              {brochure ? 'Sostituisci PDF' : 'Carica PDF'}
            </Link>
          </CourseFile>
          <CourseFile
            name="Foto"
            sign={
              course.photoPath ? (
                <CoursePhoto course={course} sizes="2.5rem" />
              ) : (
                <IconDrawing path={PICTURE} />
              )
            }
            state={course.photoPath ? course.photoAlt : 'Nessuna foto: il corso ha la copertina disegnata'}
          >
            <Link
              className="button button-small"
              to={href('/admin/courses/:course/documenti/foto', params)}
              preventScrollReset
            >
              {course.photoPath ? 'Cambia foto' : 'Carica foto'}
            </Link>
          </CourseFile>
        </section>
        <section aria-labelledby="documenti">
          <div className="documents-head">
            <h3 id="documenti">Documenti del corso</h3>
          </div>
          {documents && <DocumentTable documents={documents} query={query} />}
          <UploadForm courseId={course.id} query={query} result={undefined} onRefusedChange={setRefused} />
        </section>
        <section aria-labelledby="fogli">
          <div className="documents-head">
            <h3 id="fogli">Fogli pronti</h3>
            <p>Si fanno da sé, con i dati di oggi</p>
          </div>
          <div className="sheets">
            {sheets.map(([name, to]) => (
              <Link key={to} className="button button-small" to={to}>
                <IconDrawing path={PRINT} /> {name}
              </Link>
            ))}
            <a className="button button-small" href={href('/admin/courses/:course/fascicolo.zip', params)}>
              <Icon name="down" /> Fascicolo del corso
            </a>
          </div>
        </section>
      </div>
    </>
  )
}

/** A file that the public page of the course shows. `sign`: its picture; `state`: what there is of it. */
function CourseFile({
  name,
  sign,
  state,
  children,
}: {
  name: string
  sign: ReactNode
  state: string | null
  children: ReactNode
}) {
  return (
    <div className="course-file">
      <span className="course-file-sign">{sign}</span>
      <p>
        <b>{name}</b>
        <small className="num">{state}</small>
      </p>
      <div className="row-actions">{children}</div>
    </div>
  )
}

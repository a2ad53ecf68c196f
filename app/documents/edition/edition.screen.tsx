import { useState } from 'react'
import { href, Link } from 'react-router'
import { adminFrom } from '../../accounts/session/session.server'
import { courseOrList } from '../../courses/office.queries.server'
import { pageBelow } from '../../courses/table/rules'
import { loadSections } from '../../http/toasts.server'
import { formatMegabytes } from '../../italian/file-sizes'
import { Icon } from '../../ui/icon'
import { PageHead } from '../../ui/page-head'
import { brochureAddress } from '../brochure/brochure-link'
import { DocumentTable } from '../course/document-table'
import { brochureSize, documentsOf } from '../course/queries.server'
import { UploadForm } from '../course/upload-form'
import type { Route } from './+types/edition.screen'

/** The brochure and the documents of one edition. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const course = await courseOrList(admin, params.course, pageBelow(url.search))
  const { id, slug, title, pdfFilePath } = course
  const { loadSection, respond } = loadSections()
  const failed = 'Impossibile caricare i documenti'
  const [documents, size] = await Promise.all([
    loadSection(failed, documentsOf(admin, id), null),
    brochureSize(pdfFilePath),
  ])
  return respond({
    course: { id, title },
    brochure: pdfFilePath && { address: brochureAddress(slug, pdfFilePath), size },
    documents,
  })
}

export default function EditionDocuments({
  loaderData: { course, brochure, documents },
}: Route.ComponentProps) {
  const [refused, setRefused] = useState(false)
  return (
    <section aria-labelledby="documenti">
      <PageHead title={`Documenti: ${course.title}`} noindex error={refused} />
      <div className="admin-head">
        <h3 id="documenti">Documenti</h3>
        <Link className="button" to={href('/admin/courses/:course/pdf', { course: course.id })}>
          <Icon name="up" /> {brochure ? 'Sostituisci PDF' : 'Carica PDF'}
        </Link>
      </div>
      <p className="brochure-line">
        <b>Brochure</b>{' '}
        {brochure ? (
          <a className="link" href={brochure.address}>
            <Icon name="down" /> Scarica {brochure.size !== null && `(${formatMegabytes(brochure.size)})`}
          </a>
        ) : (
          <span className="quiet">
            Nessun PDF: la pagina del corso non ha il pulsante «Scarica la brochure».
          </span>
        )}
      </p>
      {documents && <DocumentTable documents={documents} query={`?corso=${course.id}`} />}
      <UploadForm course={course} result={undefined} onOutcome={setRefused} />
    </section>
  )
}

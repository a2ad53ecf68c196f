import { Form } from 'react-router'
import { adminFrom } from '../accounts/session.server'
import { isId } from '../courses/rules'
import { formatDate } from '../ui/format'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/manage.screen'
import { coursesByTitle, documentsOf } from './queries.server'

const KILOBYTE = 1024

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const courses = await coursesByTitle(admin)
  const wanted = url.searchParams.get('corso') ?? ''
  const courseId = isId(wanted) ? wanted : courses[0]?.id
  return { courses, courseId, documents: courseId ? await documentsOf(admin, courseId) : [] }
}

export default function Documents({ loaderData: { courses, courseId, documents } }: Route.ComponentProps) {
  return (
    <section className="admin-row" aria-labelledby="documenti">
      <PageHead title="Documenti" path="/admin/documents" noindex />
      <div className="admin-head">
        <h2 id="documenti">Documenti</h2>
        <Form className="actions" action="/admin/documents">
          <div className="field">
            <label htmlFor="corso">Corso</label>
            <select className="input" id="corso" name="corso" defaultValue={courseId} key={courseId}>
              {courses.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </div>
          <button className="button" type="submit">
            Mostra
          </button>
        </Form>
      </div>
      {documents.length === 0 ? (
        <p className="quiet">Nessun documento trovato per questo corso.</p>
      ) : (
        <table className="table dense stack">
          <thead>
            <tr>
              <th scope="col">Nome File</th>
              <th scope="col">Descrizione</th>
              <th scope="col">Tipo</th>
              <th scope="col">Dimensione (KB)</th>
              <th scope="col">Data Creazione</th>
            </tr>
          </thead>
          <tbody>
            {documents.map((document) => (
              <tr key={document.id}>
                <td>
                  <b>{document.fileName}</b>
                </td>
                <td data-label="Descrizione">{document.description}</td>
                <td data-label="Tipo">{document.fileType}</td>
                <td data-label="Dimensione (KB)" className="num">
                  {(document.fileSize / KILOBYTE).toFixed(1)}
                </td>
                <td data-label="Data Creazione" className="num">
                  {formatDate(document.createdAt, 'dd/MM/yyyy')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

import { href, Link } from 'react-router'
import type { LegalName } from '../content/legal.rules'
import { formatDate } from '../italian/dates'
import { inForceInWords } from '../site/legal-versions.rules'
import { Form, Submit } from '../ui/forms/form'
import { More } from '../ui/overlays/more'
import { TableHead } from '../ui/tables/table-head'
import type { ListedVersion, VersionState } from './legal.queries.server'

const STATES: Record<VersionState, { label: string; className: string }> = {
  draft: { label: 'Bozza', className: 'state-unpublished' },
  coming: { label: 'Programmata', className: 'state-coming' },
  'in-force': { label: 'Nel sito', className: 'state-published' },
  former: { label: 'Sostituita', className: 'state-replaced' },
}

/** The table of the versions of a legal page, each with its links and buttons. `title`: that of the page. */
export function VersionTable({
  title,
  page,
  versions,
}: {
  title: string
  page: LegalName
  versions: ListedVersion[]
}) {
  const hasDraft = versions.some(({ state }) => state === 'draft')
  return (
    <section aria-labelledby="elenco-versioni">
      <div className="setting-head">
        <h3 id="elenco-versioni">{title}</h3>
      </div>
      <table className="table stack versions">
        <TableHead columns={['Versione', 'In vigore']} hidden="Azioni" />
        <tbody>
          {versions.map((version) => (
            <tr key={version.number}>
              <td>
                <b>Versione {version.number}</b>
                <small>{originInWords(version)}</small>
              </td>
              <td data-label="In vigore">
                <span className={`state ${STATES[version.state].className}`}>
                  {STATES[version.state].label}
                </span>
                <small>
                  {version.inForceFrom && inForceInWords(version.inForceFrom, version.replacedOn)}
                </small>
              </td>
              <td>
                <VersionActs page={page} version={version} hasDraft={hasDraft} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Says who saved or published a version and when. */
function originInWords({ state, by, at }: ListedVersion): string {
  if (!at) return 'il testo iniziale del sito'
  const who = by ?? 'Utente eliminato'
  const when = formatDate(at, 'd MMMM yyyy')
  return state === 'draft' ? `bozza di ${who}, ${when}` : `pubblicata da ${who}, ${when}`
}

function VersionActs({
  page,
  version: { number, state },
  hasDraft,
}: {
  page: LegalName
  version: ListedVersion
  hasDraft: boolean
}) {
  if (state === 'draft')
    return (
      <a className="button button-small" href="#modulo-versione">
        Continua
      </a>
    )
  const isPublic = state !== 'coming'
  return (
    <div className="row-actions">
      {isPublic && (
        <Link
          className="button button-small"
          to={href('/pagine-legali/:page/:number', { page, number: String(number) })}
        >
          Vedi<span className="visually-hidden"> la versione {number}</span>
        </Link>
      )}
      {/* Both buttons make a draft. A page has one draft at most. */}
      {!hasDraft && state !== 'in-force' && (
        <More of={`Versione ${number}`}>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="number" value={number} />
            {isPublic ? (
              <Submit className="" name="intent" value="resume" busy="Un momento...">
                Riprendi questo testo
              </Submit>
            ) : (
              <Submit className="" name="intent" value="withdraw" busy="Ritiro...">
                Ritira: torna una bozza
              </Submit>
            )}
          </Form>
        </More>
      )}
    </div>
  )
}

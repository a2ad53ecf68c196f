import { href } from 'react-router'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/manual.screen'
import { FUNCTIONS } from './contract'
import { openApi } from './openapi.server'
import '../public/legal/legal.css'
import './manual.css'

export const handle = { scriptless: true }

export function loader() {
  return openApi(FUNCTIONS)
}

export default function Manual({ loaderData: { info, servers, paths, components } }: Route.ComponentProps) {
  return (
    <div className="page legal manual">
      <PageHead title={info.title} description={info.description} path={href('/functions/v1')} noindex />
      <h1>{info.title}</h1>
      <p>{info.description}</p>
      <p>
        Lo stesso documento, per i programmi: <a href={href('/functions/v1/openapi.json')}>openapi.json</a>{' '}
        (OpenAPI 3.1).
      </p>
      <section>
        <h2>Chi chiama</h2>
        <p>
          Il token va nell’intestazione <code>Authorization: Bearer IL_TOKEN</code>.{' '}
          {components.securitySchemes.bearer.description}
        </p>
        <p>Dalle pagine del sito basta la sessione; le pagine di altri siti non possono chiamare.</p>
      </section>
      {Object.entries(paths).map(([path, { post }]) => (
        <Operation key={path} address={`${servers[0]?.url}${path}`} {...post} />
      ))}
    </div>
  )
}

type DescribedFunction = Awaited<ReturnType<typeof loader>>['paths'][string]['post'] & { address: string }

function Operation({ address, summary, description, security, requestBody, responses }: DescribedFunction) {
  const { schema, example } = requestBody.content['application/json']
  const responseSchema = responses[200].content['application/json'].schema
  return (
    <section>
      <h2>{summary}</h2>
      <p>
        <code>POST {new URL(address).pathname}</code>
      </p>
      {description.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <h3>Il corpo</h3>
      <Fields schema={schema} marksOptional />
      <h3>Per esempio</h3>
      <pre>
        <code>
          {[
            `curl ${address} \\`,
            ...(security.length > 0 ? ["  -H 'Authorization: Bearer IL_TOKEN' \\"] : []),
            "  -H 'Content-Type: application/json' \\",
            `  -d '${JSON.stringify(example)}'`,
          ].join('\n')}
        </code>
      </pre>
      <h3>La risposta</h3>
      <Fields schema={responseSchema} />
      <h3>Gli stati</h3>
      <dl>
        {Object.entries(responses).map(([status, { description }]) => (
          <div key={status}>
            <dt className="num">{status}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Schema = DescribedFunction['requestBody']['content']['application/json']['schema']

/** Lists the fields of a body. `marksOptional`: whether to say which are optional. */
function Fields({ schema, marksOptional = false }: { schema: Schema; marksOptional?: boolean }) {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return <p>Un oggetto vuoto.</p>
  return (
    <dl>
      {fields.map(([name, field]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            {typeof field === 'object' && field.description}
            {marksOptional && !schema.required?.includes(name) && ' (facoltativo)'}
          </dd>
        </div>
      ))}
    </dl>
  )
}

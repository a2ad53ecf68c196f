import { href, Link } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { Form, Submit } from '../../ui/forms/form'
import { type AttendanceRequirement, thresholdInWords } from '../attendance/rules'
import { stepButtonLabel } from '../steps.rules'
import type { Completion } from './completion.queries.server'

/**
 * Proposes to mark as 'Completato' the people who reached the threshold, and names the others. `course`: its id;
 * `page`: the address of the roster.
 */
export function CompletionProposal({
  course,
  requirement,
  proposal: { reachedCount, idsToComplete, below, openRegisters },
  page,
}: {
  course: string
  requirement: AttendanceRequirement
  proposal: NonNullable<Completion['proposal']>
  page: string
}) {
  const names = below.map(({ name, sharePercent }) => `${name} ${sharePercent} %`)
  return (
    <section className="roster-completion" aria-labelledby="completamento">
      <h4 id="completamento">
        {reachedCount === 0
          ? 'Nessun iscritto in corso ha raggiunto la soglia'
          : `${formatCount(reachedCount, 'persona ha', 'persone hanno')} raggiunto la soglia`}
      </h4>
      <p>
        {thresholdInWords(requirement)}.{names.length > 0 && ` Sotto la soglia: ${names.join(', ')}.`}
      </p>
      {openRegisters > 0 && (
        <p>
          <Link className="link" to={href('/admin/courses/:course/lezioni', { course })}>
            {formatCount(openRegisters, 'registro è ancora aperto', 'registri sono ancora aperti')}
          </Link>
          : le ore possono cambiare.
        </p>
      )}
      {reachedCount > 0 && (
        <Form method="post" action={page} preventScrollReset>
          {idsToComplete.map((id) => (
            <input key={id} type="hidden" name="chosen" value={id} />
          ))}
          <Submit className="button" name="intent" value="complete-many" busy="Salvo...">
            {stepButtonLabel('complete')} ({idsToComplete.length})
          </Submit>
        </Form>
      )}
    </section>
  )
}

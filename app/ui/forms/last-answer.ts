import { useState } from 'react'

/**
 * Returns the last answer of the server to a form of the page that had contents, until the page is loaded again. An
 * answer without contents thus leaves what the page shows. `answer`: undefined without contents; `loaderData`: of the
 * page, a new object each time it is loaded, which does not happen after a fault.
 */
export function useLastAnswer<Answer>(answer: Answer | undefined, loaderData: unknown): Answer | undefined {
  const [last, setLast] = useState({ answer, loaderData })
  const isOutdated = last.loaderData !== loaderData
  if (isOutdated || (answer && answer !== last.answer)) setLast({ answer, loaderData })
  return answer ?? (isOutdated ? undefined : last.answer)
}

import { data } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey } from '../../courses/office.queries.server'
import { SEARCH_LIMIT } from '../../courses/rules'
import { asksForData, readForm } from '../../http/form.server'
import { withErrorToast } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { isId } from '../../parsing/text.rules'
import { env } from '../../runtime/env.server'
import { QuestionPage } from '../../ui/overlays/question-page'
import { undoPeriodInWords } from '../decision.rules'
import { rosterPage } from '../pages.rules'
import { answerMany } from '../review/form-actions.server'
import { recentDecisions } from '../review/queries.server'
import { queueRowsByIds } from '../review/queue.queries.server'
import type { Route } from './+types/office-move-many.screen'
import { MoveForm } from './move-form'
import { moveEnrolments } from './office.commands.server'
import { editionsToMoveTo } from './office.queries.server'

/** Parameters of the address: `a` the enrolments to move, `q` the text of the search for other courses. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseByKey(staff, params.course)
  if (!course) throw data(null, { status: 404 })
  const ids = url.searchParams.getAll('a').filter(isId)
  const enrolments = await queueRowsByIds(staff, ids)
  const enrolmentsHere = enrolments.filter(({ course: { id }, ending }) => id === course.id && !ending)
  const q = (url.searchParams.get('q') ?? '').slice(0, SEARCH_LIMIT)
  const { id, title, seriesId } = course
  // Each person pays the price of the day of their request.
  const from = { course: { id, seriesId }, person: null, requestedAt: null }
  return {
    course: { id, title },
    people: enrolmentsHere.map(({ id, person }) => ({ id, name: `${person.firstName} ${person.lastName}` })),
    q,
    editions: await editionsToMoveTo(staff, from, q),
    minutes: env.undoMinutes,
  }
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const to = String(form.get('course') ?? '')
  const overCapacity = form.get('overCapacity') === to
  const ids = [...new Set(url.searchParams.getAll('a'))].filter(isId)
  if (!to) return data({ course: to, errors: { course: 'Scegli un’edizione' } }, { status: 400 })
  return withErrorToast(
    'Impossibile spostare le iscrizioni',
    async () => {
      const course = await courseByKey(staff, params.course)
      if (!course) throw data(null, { status: 404 })
      const moved = await moveEnrolments(staff, ids, to, { overCapacity })
      const press = { page: rosterPage(course.id), mayRepeat: !asksForData(request) }
      const isRepeated =
        press.mayRepeat && (await recentDecisions(staff, 'transfer', { enrolments: ids })).length > 0
      if (!moved.decision && !isRepeated && moved.refused.some(({ refusal }) => refusal === 'full'))
        return data(
          { course: to, errors: { course: 'In questa edizione non ci sono posti' }, full: true },
          { status: 409 },
        )
      const title = (count: number) => formatCount(count, 'iscrizione spostata', 'iscrizioni spostate')
      return answerMany(staff, press, 'transfer', ids, moved, title)
    },
    { course: to, errors: {}, full: overCapacity },
  )
}

export default function MoveMany({ loaderData, actionData }: Route.ComponentProps) {
  const { course, people, editions, q, minutes } = loaderData
  const result = actionData && 'errors' in actionData ? actionData : undefined
  return (
    <QuestionPage
      title={`Sposta ${formatCount(people.length, 'iscritto', 'iscritti')} in un’altra edizione`}
      back={rosterPage(course.id)}
      about={
        <p>
          {course.title}: {people.map(({ name }) => name).join(', ')}
        </p>
      }
      result={actionData}
      refusal={people.length === 0 ? 'Scegli almeno una persona' : undefined}
    >
      <MoveForm
        q={q}
        hiddenFields={people.map(({ id }) => <input key={id} type="hidden" name="a" value={id} />)}
        editions={editions}
        result={result}
        back={rosterPage(course.id)}
        button={`Sposta ${people.length}`}
      >
        I posti di prima tornano liberi subito, quelli nuovi sono approvati. Ciascuno riceve un’email
        {undoPeriodInWords(minutes)}. Pagamenti e causale seguono ogni iscrizione, al prezzo del giorno della
        richiesta. Chi non si può spostare resta dov’è, e lo leggi per nome.
      </MoveForm>
    </QuestionPage>
  )
}

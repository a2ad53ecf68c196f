import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { formatCount } from '../italian/numbers'
import { Faq } from '../public/faq'
import type { Route } from './+types/questions.screen'
import { fillQuestions } from './fill-questions'
import { ListAct, SettingList } from './list'
import { moveItem, NEW_ITEM } from './list.rules'
import { answerList } from './list.server'
import { readGroup } from './queries.server'
import '../public/home.css'

export function loader({ context }: Route.LoaderArgs) {
  return readGroup(adminFrom(context), 'questions')
}

export function action({ request, context }: Route.ActionArgs) {
  const page = href('/admin/impostazioni/domande')
  return answerList(adminFrom(context), request, page, 'questions', (questions, act, id) => {
    if (act === 'su' || act === 'giu') return moveItem(questions, act, id)
    const isKnown = questions.some((question) => question.id === id)
    if (!isKnown || (act !== 'nascondi' && act !== 'mostra')) return null
    return questions.map((question) =>
      question.id === id ? { ...question, hidden: act === 'nascondi' } : question,
    )
  })
}

export default function Questions({ loaderData, actionData }: Route.ComponentProps) {
  const questions = loaderData.value
  const shown = questions.filter(({ hidden }) => !hidden)
  const hidden = questions.length - shown.length
  return (
    <SettingList
      title="Domande frequenti"
      count={`${shown.length} nel sito${hidden > 0 ? `, ${formatCount(hidden, 'nascosta', 'nascoste')}` : ''}`}
      start={loaderData}
      result={actionData}
      addition={{
        to: href('/admin/impostazioni/domande/:question', { question: NEW_ITEM }),
        label: 'Aggiungi una domanda',
      }}
      items={questions.map((question) => ({
        id: question.id,
        name: question.question,
        text: question.hidden ? 'Nascosta' : question.answer,
        hidden: question.hidden,
        page: href('/admin/impostazioni/domande/:question', { question: question.id }),
        acts: (
          <ListAct act={`${question.hidden ? 'mostra' : 'nascondi'}:${question.id}`}>
            {question.hidden ? 'Mostra' : 'Nascondi'}
          </ListAct>
        ),
        removal: href('/admin/impostazioni/domande/:question/elimina', { question: question.id }),
      }))}
      preview={<Faq questions={fillQuestions(shown)} />}
    />
  )
}

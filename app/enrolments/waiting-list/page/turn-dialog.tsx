import { ErrorSummary } from '../../../ui/forms/error-summary'
import { CheckField, TextArea } from '../../../ui/forms/field'
import { QuestionDialog } from '../../../ui/overlays/question-dialog'
import { questionAddress } from '../../review/buttons.rules'
import type { ButtonResult } from '../../review/form-actions.server'
import { REASON_LIMIT } from '../../rules'
import { waitingListPage } from '../../waiting-list.rules'
import type { WaitingPerson } from '../list.queries.server'

/**
 * Asks whether to offer a person on the list a seat, or to move them to the top of the list. `isInTurn`: an offer to
 * them needs no reason; `isFull`: the seat would exceed the limit.
 */
export function TurnDialog({
  person,
  question,
  isInTurn,
  isFull,
  course,
  result,
}: {
  person: WaitingPerson
  question: 'offer' | 'move'
  isInTurn: boolean
  isFull: boolean
  course: { id: string }
  result: ButtonResult
}) {
  const page = waitingListPage(course.id)
  const isOffer = question === 'offer'
  const isOptional = isOffer && isInTurn
  const { problem } = result
  const errors = problem && { [problem.field]: problem.sentence }
  return (
    <QuestionDialog
      title={isOffer ? 'Offrire il posto?' : 'Spostare in cima alla lista?'}
      head={null}
      closeTo={page}
      stay="Torna indietro"
      action={questionAddress(page, question, person.id)}
      name="enrolment"
      value={person.id}
      busy="Un momento..."
      button={isOffer ? 'Offri il posto' : 'Sposta in cima'}
    >
      <ErrorSummary result={result} errors={errors} />
      <p>
        <b>{person.name}</b>
      </p>
      <p>
        {isOffer
          ? `${isFull ? 'Non c’è un posto libero per questa offerta: sarebbe oltre il limite. ' : ''}La persona riceve subito un’email con il pulsante per accettare, e fino alla scadenza il posto è per lei.`
          : 'Passa in cima alla lista: se l’hai ammessa, il prossimo posto libero viene offerto a lei.'}
      </p>
      <TextArea
        label={isOptional ? 'Una nota' : 'Perché passa avanti'}
        name="reason"
        optional={isOptional}
        rows={3}
        maxLength={REASON_LIMIT}
        defaultValue={result.reason}
        hint={
          isOffer
            ? 'Resta nel log.'
            : 'Chi viene dopo lo legge, senza nomi: «posto riservato all’azienda finanziatrice».'
        }
        error={errors?.reason}
      />
      {isOffer && (isFull || errors?.overCapacity) && (
        <CheckField
          name="overCapacity"
          defaultChecked={result.overCapacity ?? false}
          error={errors?.overCapacity}
        >
          Offri comunque un posto oltre il limite
        </CheckField>
      )}
      <input type="hidden" name="intent" value={question} />
    </QuestionDialog>
  )
}

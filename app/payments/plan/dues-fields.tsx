import type { Due } from '../../enrolments/dues/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatCents } from '../../italian/prices'
import type { FieldErrors } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { Icon } from '../../ui/icon'
import {
  ADD_DUE,
  amountField,
  dayField,
  isPastDay,
  type PlanText,
  planSum,
  removeDue,
  SETTLE_DUES,
} from './rules'

/**
 * The dues of a plan: those paid in full in words, the others as fields. `text`: the initial texts of the fields;
 * `typed`: their texts at the moment; `today`: YYYY-MM-DD.
 */
export function DuesFields({
  paidDues,
  text,
  typed,
  errors,
  today,
}: {
  paidDues: readonly Due[]
  text: PlanText
  typed: PlanText
  errors: FieldErrors
  today: string
}) {
  const { sentence, isSettled } = planSum(typed, paidDues)
  return (
    <fieldset className="plan-part">
      <legend>Rate</legend>
      <ol className="plan-dues">
        {paidDues.map((due) => (
          <li key={due.number} className="plan-due-paid">
            <span className="num">
              {formatCents(due.cents)} {withArticle('entro il', formatDate(due.dueOn, 'd MMMM yyyy'))}
            </span>
            <b>
              <Icon name="check" /> pagata
            </b>
          </li>
        ))}
        {text.dues.map((due, index) => (
          <DueFields
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their places alone
            key={index}
            index={index}
            number={paidDues.length + index + 1}
            due={due}
            isLate={isPastDay(typed.dues[index]?.day ?? '', today)}
            errors={errors}
          />
        ))}
      </ol>
      <div className="plan-sum">
        <p id="somma" className={isSettled ? 'num' : 'num error'} aria-live="polite">
          {sentence}.
        </p>
        <div className="actions">
          {!isSettled && (
            <button className="button button-small" type="submit" name="intent" value={SETTLE_DUES}>
              Metti la differenza nell’ultima rata
            </button>
          )}
          <button className="button button-small" type="submit" name="intent" value={ADD_DUE} id={ADD_DUE}>
            Aggiungi una rata
          </button>
        </div>
      </div>
    </fieldset>
  )
}

function DueFields({
  index,
  number,
  due,
  isLate,
  errors,
}: {
  index: number
  number: number
  due: PlanText['dues'][number]
  isLate: boolean
  errors: FieldErrors
}) {
  const [amount, day] = [amountField(index), dayField(index)]
  return (
    <li className="plan-due">
      <Field
        label={`Rata ${number}, in euro`}
        name={amount}
        inputMode="decimal"
        autoComplete="off"
        className="input num"
        defaultValue={due.amount}
        error={errors[amount]}
      />
      <Field
        label="Entro il"
        aria-label={`Entro il, rata ${number}`}
        name={day}
        autoComplete="off"
        className="input num"
        defaultValue={due.day}
        error={errors[day]}
        hint={isLate ? 'È un giorno passato: la rata è scaduta.' : undefined}
      />
      <button
        className="button button-small button-quiet"
        type="submit"
        name="intent"
        value={removeDue(index)}
        aria-label={`Togli la rata ${number}`}
      >
        Togli
      </button>
    </li>
  )
}

import { type ReactNode, useState } from 'react'
import { useFold } from '../ui/fold'
import {
  type Audience,
  audiencesOf,
  BY_HAND,
  BY_HAND_NAME,
  choiceAmong,
  type Recipient,
  type RecipientChoice,
  recipientName,
} from './rules'

/**
 * The recipients as they are chosen in the form of a message, with functions to change them. `typed`: the choice with
 * which the form is opened: what an answer of the server repeats may be older than the choice. `listedPeople`: the
 * people of the chosen audience; `recipients`: those of them who are ticked; `restore`: makes an earlier choice again.
 */
export function useRecipientChoice(possibleRecipients: Recipient[], typed: RecipientChoice) {
  const [choice, setChoice] = useState(typed)
  // The people may have been loaded again.
  const { audience, to } = choiceAmong(possibleRecipients, choice)
  const audiences = audiencesOf(possibleRecipients)
  const audienceIds = audiences.find(({ word }) => word === audience)?.ids ?? []
  const listedPeople =
    audience === BY_HAND
      ? possibleRecipients
      : possibleRecipients.filter(({ id }) => audienceIds.includes(id))
  return {
    audience,
    audiences,
    listedPeople,
    to,
    recipients: listedPeople.filter(({ id }) => to.includes(id)),
    restore: setChoice,
    chooseAudience: (word: Audience) =>
      setChoice({ audience: word, to: audiences.find((audience) => audience.word === word)?.ids ?? [] }),
    toggle: (id: string, isTicked: boolean) =>
      setChoice({ audience, to: isTicked ? [...to, id] : to.filter((recipient) => recipient !== id) }),
  }
}

/** How many of the recipients are named while the list is folded. */
const MOST_NAMED = 8

/** The fields that choose the recipients: one of the audiences, then people of it. */
export function RecipientFields({
  choice: { audience, audiences, listedPeople, recipients, chooseAudience, toggle },
  error,
}: {
  choice: ReturnType<typeof useRecipientChoice>
  error: string | undefined
}) {
  const options: { word: Audience; name: string; count?: number }[] = [
    ...audiences.map(({ word, name, ids }) => ({ word, name, count: ids.length })),
    { word: BY_HAND, name: BY_HAND_NAME },
  ]
  const others = recipients.length - MOST_NAMED
  const names = recipients.slice(0, MOST_NAMED).map(recipientName).join(', ')
  const othersInWords = others > 0 ? ` e ${others === 1 ? 'un’altra persona' : `altre ${others}`}` : ''
  return (
    <fieldset
      className="field recipients"
      id="to"
      tabIndex={-1}
      aria-describedby={error ? 'to-error' : undefined}
    >
      <legend>A chi</legend>
      <input type="hidden" name="shown" value={audience} />
      <div className="audiences">
        {options.map(({ word, name, count }) => (
          <label key={word}>
            <input
              type="radio"
              name="audience"
              value={word}
              checked={word === audience}
              onChange={() => chooseAudience(word)}
            />
            <span>
              {name} {count !== undefined && <span className="num chip-count">{count}</span>}
            </span>
          </label>
        ))}
        <button className="button button-small without-script" type="submit" name="intent" value="refresh">
          Mostra i nomi
        </button>
      </div>
      <NamesFold key={audience} mustOpen={audience === BY_HAND && recipients.length === 0}>
        <summary>
          {`${recipients.length === 0 ? 'Nessuno' : names}${othersInWords} · `}
          <span className="recipients-change">{audience === BY_HAND ? 'Scegli' : 'Togli qualcuno'}</span>
        </summary>
        <div className="recipients-names">
          {listedPeople.map((person) => (
            <label key={person.id} className="check">
              <input
                type="checkbox"
                name="to"
                value={person.id}
                checked={recipients.includes(person)}
                onChange={({ target }) => toggle(person.id, target.checked)}
              />
              <span>{recipientName(person)}</span>
            </label>
          ))}
        </div>
      </NamesFold>
      {error && (
        <p className="error" id="to-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The names of an audience, unfolded while there is somebody to choose; it stays open while they are ticked. */
function NamesFold({ mustOpen, children }: { mustOpen: boolean; children: ReactNode }) {
  const fold = useFold(mustOpen)
  return <details {...fold}>{children}</details>
}

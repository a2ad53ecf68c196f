import { useState } from 'react'
import {
  type Audience,
  audiencesOf,
  BY_HAND,
  BY_HAND_NAME,
  type ComposedMessage,
  type Reader,
  readerName,
} from './rules'

/**
 * The recipients of the message as they are chosen in the form, with functions to change them. `listedReaders`: the
 * people of the chosen audience; `chosen`: those of them who are ticked.
 */
export function useRecipients(readers: Reader[], typed: ComposedMessage) {
  const [choice, setChoice] = useState({ typed, audience: typed.audience, to: new Set(typed.to) })
  // An answer of the server replaces what was chosen before.
  const { audience, to } =
    choice.typed === typed ? choice : { audience: typed.audience, to: new Set(typed.to) }
  const audiences = audiencesOf(readers)
  const listedReaders =
    audience === BY_HAND
      ? readers
      : readersWithIds(readers, audiences.find(({ word }) => word === audience)?.ids ?? [])
  return {
    audience,
    audiences,
    listedReaders,
    chosen: listedReaders.filter(({ id }) => to.has(id)),
    choose: (word: Audience) =>
      setChoice({
        typed,
        audience: word,
        to: new Set(audiences.find((audience) => audience.word === word)?.ids),
      }),
    toggle: (id: string, isTicked: boolean) => {
      const next = new Set(to)
      if (isTicked) next.add(id)
      else next.delete(id)
      setChoice({ typed, audience, to: next })
    },
  }
}

const readersWithIds = (readers: Reader[], ids: string[]) => readers.filter(({ id }) => ids.includes(id))

/** How many of the chosen people are named while the list is folded. */
const NAMED = 8

export function Recipients({
  recipients: { audience, audiences, listedReaders, chosen, choose, toggle },
  readers,
  error,
}: {
  recipients: ReturnType<typeof useRecipients>
  readers: Reader[]
  error: string | undefined
}) {
  const choices: { word: Audience; name: string; count?: number }[] = [
    ...audiences.map(({ word, name, ids }) => ({ word, name, count: ids.length })),
    { word: BY_HAND, name: BY_HAND_NAME },
  ]
  const unnamed = chosen.length - NAMED
  const names = chosen.slice(0, NAMED).map(readerName).join(', ')
  const unnamedInWords = unnamed > 0 ? ` e ${unnamed === 1 ? 'un’altra persona' : `altre ${unnamed}`}` : ''
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
        {choices.map(({ word, name, count }) => (
          <label key={word}>
            <input
              type="radio"
              name="audience"
              value={word}
              checked={word === audience}
              onChange={() => choose(word)}
            />
            <span>
              {name} {count !== undefined && <span className="num chip-count">{count}</span>}
            </span>
          </label>
        ))}
        <button className="button button-small without-script" type="submit" name="intent" value="look">
          Mostra i nomi
        </button>
      </div>
      <details key={audience} open={audience === BY_HAND && chosen.length === 0}>
        <summary>
          {`${chosen.length === 0 ? 'Nessuno' : names}${unnamedInWords} · `}
          <span className="recipients-change">{audience === BY_HAND ? 'Scegli' : 'Togli qualcuno'}</span>
        </summary>
        <div className="recipients-names">
          {listedReaders.map((reader) => (
            <label key={reader.id} className="check">
              <input
                type="checkbox"
                name="to"
                value={reader.id}
                checked={chosen.includes(reader)}
                onChange={({ target }) => toggle(reader.id, target.checked)}
              />
              <span>{readerName(reader)}</span>
            </label>
          ))}
        </div>
      </details>
      {readers.length > 0 && error && (
        <p className="error" id="to-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

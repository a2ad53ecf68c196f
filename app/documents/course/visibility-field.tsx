import { VISIBILITIES, VISIBILITY_LABELS, type Visibility } from '../rules'

/** The choice of who may read a document. */
export function VisibilityField({ chosen }: { chosen: Visibility }) {
  return (
    <fieldset className="field visibility">
      <legend>Chi legge</legend>
      {VISIBILITIES.map((visibility) => (
        <label key={visibility} className="check">
          <input type="radio" name="visibility" value={visibility} defaultChecked={visibility === chosen} />
          <span>
            <b>{VISIBILITY_LABELS[visibility].name}</b>: {VISIBILITY_LABELS[visibility].who}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

import { Form } from '../ui/form'
import { COMPARED } from './compare.rules'
import './compare-tick.css'

const FORM = 'confronto'

export function CompareTick({ course: { slug, title } }: { course: { slug: string; title: string } }) {
  return (
    <label className="tick">
      <input type="checkbox" name="corsi" value={slug} form={FORM} aria-label={`Confronta: ${title}`} />
      Confronta
    </label>
  )
}

export function CompareBar() {
  return (
    <Form id={FORM} action="/confronta" className="compare-bar">
      <p>Confronta fino a {COMPARED} corsi</p>
      <button className="button" type="submit">
        Confronta
      </button>
    </Form>
  )
}

import { Link } from 'react-router'
import { Icon } from '../icon'
import './steps.css'

type Step = { label: string; to: string | undefined }

/** Links to the previous and next page of a list that is paged by keyset. */
export function Steps({ label, back, onward }: { label: string; back: Step; onward: Step }) {
  if (!back.to && !onward.to) return null
  return (
    <nav className="steps" aria-label={label}>
      <StepLink {...back} icon="left" />
      <StepLink {...onward} icon="right" />
    </nav>
  )
}

function StepLink({ label, to, icon }: Step & { icon: 'left' | 'right' }) {
  const words =
    icon === 'left' ? [<Icon key="icon" name="left" />, label] : [label, <Icon key="icon" name="right" />]
  if (to)
    return (
      <Link className="button" to={to} rel={icon === 'left' ? 'prev' : 'next'}>
        {words}
      </Link>
    )
  return (
    <span className="button" aria-disabled="true">
      {words}
    </span>
  )
}

import { CANCELLATION_TERMS } from '../../enrolments/refund-terms.rules'
import { siteSettings } from '../../site/settings'
import { Icon, IconDrawing } from '../../ui/icon'

const MEDAL = 'M10 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM7.5 11.8 6.5 17l3.5-1.8 3.5 1.8-1-5.2'

/**
 * Answers to what people want to know before they ask for a course: cancellation and attestato. `refund`: the terms of
 * cancellation in brief; null for a free course, and while nobody can ask for it. `certificates`: of the course, the
 * main one first.
 */
export function Assurances({ refund, certificates }: { refund: string | null; certificates: string[] }) {
  const [first, ...others] = certificates
  if (!refund && !first) return null
  return (
    <div className="assurances">
      {refund && (
        <details>
          <summary>
            <Icon name="undo" />
            <span>
              <b>Se disdico</b>
              <small>{refund}</small>
            </span>
            <Icon name="fold" />
          </summary>
          <p>{CANCELLATION_TERMS}</p>
        </details>
      )}
      {first && (
        <details>
          <summary>
            <IconDrawing path={MEDAL} />
            <span>
              <b>Chi riconosce l’attestato</b>
              <small>{first}</small>
            </span>
            <Icon name="fold" />
          </summary>
          <p>
            {others.length > 0 && `Con il corso hai anche: ${others.join('; ')}. `}
            {siteSettings().texts.home.partnership}
          </p>
        </details>
      )}
    </div>
  )
}

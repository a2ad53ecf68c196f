import type { ReactNode } from 'react'
import { CANCELLATION_TERMS } from '../../enrolments/refund-terms.rules'
import { siteSettings } from '../../site/settings'
import { Icon, IconDrawing } from '../../ui/icon'

const MEDAL_PATH = 'M10 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM7.5 11.8 6.5 17l3.5-1.8 3.5 1.8-1-5.2'

/**
 * What people want to know before they ask for a course: what cancelling costs, and who recognises its certificates.
 * `cancellationCost`: in brief; null for a free course, and for one that takes no requests. `certificates`: the main
 * one first.
 */
export function Assurances({
  cancellationCost,
  certificates,
}: {
  cancellationCost: string | null
  certificates: string[]
}) {
  const [mainCertificate, ...otherCertificates] = certificates
  if (!cancellationCost && !mainCertificate) return null
  return (
    <div className="assurances">
      {cancellationCost && (
        <Assurance icon={<Icon name="undo" />} title="Se disdico" brief={cancellationCost}>
          {CANCELLATION_TERMS}
        </Assurance>
      )}
      {mainCertificate && (
        <Assurance
          icon={<IconDrawing path={MEDAL_PATH} />}
          title="Chi riconosce l’attestato"
          brief={mainCertificate}
        >
          {otherCertificates.length > 0 && `Con il corso hai anche: ${otherCertificates.join('; ')}. `}
          {siteSettings().texts.home.partnership}
        </Assurance>
      )}
    </div>
  )
}

/** An answer in brief, which unfolds to the whole one. */
function Assurance({
  icon,
  title,
  brief,
  children,
}: {
  icon: ReactNode
  title: string
  brief: string
  children: ReactNode
}) {
  return (
    <details>
      <summary>
        {icon}
        <span>
          <b>{title}</b>
          <small>{brief}</small>
        </span>
        <Icon name="fold" />
      </summary>
      <p>{children}</p>
    </details>
  )
}

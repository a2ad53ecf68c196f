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
        <details>
          <summary>
            <Icon name="undo" />
            <span>
              <b>Se disdico</b>
              <small>{cancellationCost}</small>
            </span>
            <Icon name="fold" />
          </summary>
          <p>{CANCELLATION_TERMS}</p>
        </details>
      )}
      {mainCertificate && (
        <details>
          <summary>
            <IconDrawing path={MEDAL_PATH} />
            <span>
              <b>Chi riconosce l’attestato</b>
              <small>{mainCertificate}</small>
            </span>
            <Icon name="fold" />
          </summary>
          <p>
            {otherCertificates.length > 0 && `Con il corso hai anche: ${otherCertificates.join('; ')}. `}
            {siteSettings().texts.home.partnership}
          </p>
        </details>
      )}
    </div>
  )
}

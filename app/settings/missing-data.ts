import { href } from 'react-router'
import type { Company } from '../content/settings.rules'
import { inventedData } from '../site/invented'
import { siteSettings } from '../site/settings'
import { COMPANY_LABELS } from './company.rules'
import { OFFICE_LABELS } from './offices.rules'

/** A datum that is still invented. `label`: its name on the screen; `to`: the address of the form that replaces it. */
export type MissingDatum = { label: string; to: string }

/** The data that the office must replace before a public site opens to visitors. */
export const missingData = (): MissingDatum[] => inventedData().map(missingDatum)

/** `path`: as `inventedData` returns it: 'company.FIELD', 'offices.PLACE.FIELD' or 'team'. */
function missingDatum(path: string): MissingDatum {
  const [group, key = '', field = ''] = path.split('.')
  if (group === 'company')
    return { label: COMPANY_LABELS[key as keyof Company], to: `${href('/admin/impostazioni')}#${key}` }
  const office = siteSettings().offices[Number(key)]
  if (group === 'offices' && office) {
    const name = OFFICE_LABELS[field as keyof typeof OFFICE_LABELS]
    return {
      label: `${name} della sede di ${office.city}`,
      to: `${href('/admin/impostazioni/sedi/:office', { office: office.id })}#${field}`,
    }
  }
  return { label: 'Le persone della squadra', to: href('/admin/impostazioni/squadra') }
}

/** How payments for an edition are taxed, as the accountant has told the office: 22 %, or exempt (N4). */
export const VAT_TREATMENTS = ['ordinary', 'exempt'] as const
export type VatTreatment = (typeof VAT_TREATMENTS)[number]

export const VAT_LABELS: Record<VatTreatment, string> = { ordinary: '22 %', exempt: 'N4 esente' }

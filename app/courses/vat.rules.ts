/** How payments for an edition are taxed: 22 %, or exempt (code N4). The office chooses as the accountant says. */
export const VAT_TREATMENTS = ['ordinary', 'exempt'] as const
export type VatTreatment = (typeof VAT_TREATMENTS)[number]

export const VAT_LABELS: Record<VatTreatment, string> = { ordinary: '22 %', exempt: 'N4 esente' }

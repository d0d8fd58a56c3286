import { COST_PARTS } from '#contract/dashboards/product-master.ts'
import type { CostPeriod } from '#contract/product-master.ts'
import { sheetFrom, type FileColumnOf, type Sheet } from '#web/table/sheet.ts'

/** What a product costs, period by period, under the headings that an import reads. */
export const costSheet = (sku: string, periods: readonly CostPeriod[]): Sheet =>
  sheetFrom(periods, [
    ['sku', 'text', () => sku],
    ['marketplace', 'text', ({ marketplace }) => marketplace],
    ['valid_from', 'day', ({ validFrom }) => validFrom],
    ['valid_to', 'day', ({ validTo }) => validTo],
    ['currency', 'text', ({ currency }) => currency],
    ...COST_PARTS.map((part): FileColumnOf<CostPeriod> => [
      HEADINGS[part],
      'money',
      (period) => period[part],
    ]),
    ['landed', 'money', ({ landed }) => landed],
    [
      'stated_by',
      'text',
      ({ file, entered }) => (file ? `${file.fileName}, row ${file.lineNumber}` : (entered?.changedBy ?? '')),
    ],
  ])

const HEADINGS: Record<(typeof COST_PARTS)[number], string> = {
  manufacturing: 'manufacturing',
  freight: 'freight',
  duty: 'duty',
  other: 'other',
  fbmShipping: 'fbm_shipping',
}

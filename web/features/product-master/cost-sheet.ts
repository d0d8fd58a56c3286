import { COST_PARTS } from '#contract/dashboards/product-master.ts'
import { addDays } from '#contract/date-range.ts'
import type { StatedCostPeriod } from '#contract/product-master.ts'
import { sheetFrom, type FileColumnOf, type Sheet } from '#web/table/sheet.ts'

/** What products cost, period by period, under the headings that an import reads: of a file that is left as it is, it changes nothing. */
export function costSheet(periods: readonly StatedCostPeriod[]): Sheet {
  const starts = new Set(periods.map(({ validFrom, ...period }) => startOf(period, validFrom)))
  /** An end that the next period makes is none of its own. */
  const endOf = ({ entered, validTo, ...period }: StatedCostPeriod): string | null => {
    if (entered) return entered.validTo
    return validTo !== null && starts.has(startOf(period, addDays(validTo, 1))) ? null : validTo
  }
  return sheetFrom(periods, [
    ['sku', 'text', ({ sku }) => sku],
    ['marketplace', 'text', ({ marketplace }) => marketplace],
    ['valid_from', 'day', ({ validFrom }) => validFrom],
    ['valid_to', 'day', endOf],
    ['currency', 'text', ({ currency }) => currency],
    ...COST_PARTS.map((part): FileColumnOf<StatedCostPeriod> => [
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
}

const startOf = ({ sku, marketplace }: Pick<StatedCostPeriod, 'sku' | 'marketplace'>, day: string): string =>
  JSON.stringify([sku, marketplace, day])

const HEADINGS: Record<(typeof COST_PARTS)[number], string> = {
  manufacturing: 'manufacturing',
  freight: 'freight',
  duty: 'duty',
  other: 'other',
  fbmShipping: 'fbm_shipping',
}

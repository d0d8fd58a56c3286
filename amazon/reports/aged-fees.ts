import type { DayIn } from './dated-facts.ts'
import { datedFacts } from './dated-facts.ts'
import { marketplaceIn } from './facts-file.ts'
import type { FactRecord, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { currencyIn, hasTable } from './tabular.ts'

const columns = {
  date: { names: ['snapshot-date'], required: true },
  sku: { names: ['sku'], required: true },
  asin: { names: ['asin'] },
  fnsku: { names: ['fnsku'] },
  currency: { names: ['currency'], required: true },
  marketplace: { names: ['country'] },
  quantity: { names: ['qty-charged'] },
  amount: { names: ['amount-charged'], required: true },
  tier: { names: ['surcharge-age-tier'], required: true },
}

/** Surcharges for aged stock by product (GET_FBA_FULFILLMENT_LONGTERM_STORAGE_FEE_CHARGES_DATA). */
export const agedFees: RecordReportType = {
  kind: 'records',
  id: 'aged_fees',
  label: 'Aged inventory surcharge report',
  guide: {
    gives:
      'Which product a surcharge for aged stock is charged for. The amount is that of settlements: this shares it over products.',
    where: 'Reports → Fulfilment → Payments → Aged inventory surcharge',
  },
  source: 'NONE',
  isOfMarketplace: true,
  columns,
  recognise: (head) => hasTable(head, columns),
  read: (input) =>
    datedFacts(input, columns, 'aged_fees', { amounts: ['amount'], days: ['date'] }, (cells, dayIn) =>
      charged(cells, dayIn, input.options.marketplace),
    ),
}

function charged(cells: Cells, dayIn: DayIn, asked: string | undefined): FactRecord[] {
  const values = cells.facts('aged_fees', ['asin', 'fnsku', 'quantity', 'tier'])
  Object.assign(values, {
    date: dayIn('date') ?? cells.required('date', 'day'),
    marketplace: marketplaceIn(cells.text('marketplace')) ?? asked ?? null,
    sku: cells.required('sku', 'text'),
    currency: currencyIn(cells),
    amount: cells.required('amount', 'decimal'),
  })
  return [{ table: 'aged_fees', lineNumber: cells.lineNumber, part: 0, values }]
}

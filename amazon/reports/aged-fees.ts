import { RefusedRecord } from './cells.ts'
import type { DayIn } from './dated-facts.ts'
import { datedFacts } from './dated-facts.ts'
import { marketplaceIn } from './facts-file.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { currencyIn, hasTable } from './tabular.ts'

const common = {
  date: { names: ['snapshot-date'], required: true },
  sku: { names: ['sku'], required: true },
  asin: { names: ['asin'] },
  fnsku: { names: ['fnsku'] },
  currency: { names: ['currency'], required: true },
  marketplace: { names: ['country'] },
}
const columns = {
  ...common,
  quantity: { names: ['qty-charged'] },
  amount: { names: ['amount-charged'], required: true },
  tier: { names: ['surcharge-age-tier'], required: true },
}
/** Before 2023 what had lain for 6 and for 12 months was charged, in columns of their own. */
const formerColumns = {
  ...common,
  quantity_12: { names: ['qty-charged-12-mo-long-term-storage-fee'] },
  amount_12: { names: ['12-mo-long-terms-storage-fee'], required: true },
  quantity_6: { names: ['qty-charged-6-mo-long-term-storage-fee'] },
  amount_6: { names: ['6-mo-long-terms-storage-fee'] },
}
const FORMER_MONTHS = ['12', '6'] as const

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
  recognise: (head) => hasTable(head, columns) || hasTable(head, formerColumns),
  read,
}

function read(input: RecordInput): AsyncIterable<FactRecord> {
  const { marketplace } = input.options
  return hasTable(input.head, columns)
    ? datedFacts(input, columns, 'aged_fees', { amounts: ['amount'], days: ['date'] }, (cells, dayIn) => [
        charged(cells, dayIn, marketplace, 0, {
          tier: cells.value('tier', 'text'),
          quantity: cells.value('quantity', 'integer'),
          amount: cells.required('amount', 'decimal'),
        }),
      ])
    : datedFacts(
        input,
        formerColumns,
        'aged_fees',
        { amounts: ['amount_12', 'amount_6'], days: ['date'] },
        (cells, dayIn) =>
          formerCharges(cells).map((charge, part) => charged(cells, dayIn, marketplace, part, charge)),
      )
}

type Charge = Record<'tier' | 'quantity' | 'amount', string | null>

/** A line may have one for each time, of which those that are not charged say nothing beside the other. */
function formerCharges(cells: Cells): Charge[] {
  const charges = FORMER_MONTHS.map((months) => ({
    tier: `${months} months`,
    quantity: cells.value(`quantity_${months}`, 'integer'),
    amount: cells.value(`amount_${months}`, 'decimal'),
  })).filter(({ amount }) => amount !== null)
  const [first] = charges
  if (!first) throw new RefusedRecord(`${cells.heading('amount_12')}: missing`)
  const more = charges.filter(({ amount }) => amount !== '0')
  return more.length > 0 ? more : [first]
}

function charged(
  cells: Cells,
  dayIn: DayIn,
  asked: string | undefined,
  part: number,
  charge: Charge,
): FactRecord {
  const values = {
    ...cells.facts('aged_fees', ['asin', 'fnsku']),
    ...charge,
    date: dayIn('date') ?? cells.required('date', 'day'),
    marketplace: marketplaceIn(cells.text('marketplace')) ?? asked ?? null,
    sku: cells.required('sku', 'text'),
    currency: currencyIn(cells),
  }
  return { table: 'aged_fees', lineNumber: cells.lineNumber, part, values }
}

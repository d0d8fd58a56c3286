import type { DecimalMark } from '../files/decimal-text.ts'
import { findTable } from '../files/table.ts'
import { RefusedRecord } from './cells.ts'
import { marketplaceIn } from './product-costs.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { snapshotDay } from './snapshot-day.ts'
import { currencyIn, decimalMarkIn, hasTable, tableFacts, type Cells } from './tabular.ts'

const columns = {
  sku: { names: ['sku'], required: true },
  marketplace: { names: ['amazon-store'] },
  currency: { names: ['currency'], required: true },
  sales_price: { names: ['sales-price'] },
  your_price: { names: ['your-price'] },
  total: { names: ['estimated-fee-total'], required: true },
  referral_fee: { names: ['estimated-referral-fee-per-unit'], required: true },
  closing_fee: { names: ['estimated-variable-closing-fee'] },
  fulfillment_fee: {
    names: [
      'expected-fulfillment-fee-per-unit',
      'expected-fulfilment-fee-per-unit',
      'expected-domestic-fulfilment-fee-per-unit',
      'expected-domestic-fulfillment-fee-per-unit',
    ],
  },
  package_length: { names: ['longest-side'] },
  package_width: { names: ['median-side'] },
  package_height: { names: ['shortest-side'] },
  length_unit: { names: ['unit-of-dimension'] },
  package_weight: { names: ['item-package-weight'] },
  weight_unit: { names: ['unit-of-weight'] },
  size_tier: { names: ['product-size-tier', 'product-size-weight-band'] },
}

/** What Amazon writes where it knows nothing. */
const UNKNOWN = '--'
const FEES = ['referral_fee', 'closing_fee', 'fulfillment_fee']
const MEASURES = ['package_length', 'package_width', 'package_height', 'package_weight']
const AMOUNTS = ['sales_price', 'your_price', ...FEES]

/** What Amazon expects to charge for a unit at its price of now (GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA). `--` is unknown. */
export const feePreview: RecordReportType = {
  kind: 'records',
  id: 'fee_preview',
  label: 'Fee preview report',
  guide: {
    gives:
      'What Amazon expects to charge for a unit, for orders that no settlement has yet. What was really charged stands in the settlement report.',
    where: 'Reports → Fulfilment → Payments → Fee preview',
  },
  source: 'NONE',
  isOfMarketplace: true,
  dayColumn: 'snapshot_date',
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

async function* read(input: RecordInput): AsyncIterable<FactRecord> {
  const [day, asked] = [snapshotDay(input), input.options.marketplace ?? null]
  const table = findTable(input.head, columns)
  if (!table) return
  // Measures may be written otherwise than money, and must not say how that is read.
  const decimalMark = await decimalMarkIn(input, table, MEASURES)
  const row = (cells: Cells) => {
    const values = cells.facts('fee_estimates', FEES)
    const negative = Object.keys(values).find((column) => values[column]?.startsWith('-'))
    if (negative) throw cells.refuse(negative, 'a fee of 0 or more')
    const currency = currencyIn(cells)
    // The fee is of the price that holds now; where there is no offer, the files repeat the usual one.
    const price = cells.value('sales_price', 'decimal') ?? cells.value('your_price', 'decimal')
    Object.assign(values, packed(cells, decimalMark), {
      sku: cells.required('sku', 'text'),
      marketplace: marketplaceIn(cells) ?? asked,
      snapshot_date: day,
      currency,
      price,
    })
    return [{ table: 'fee_estimates' as const, lineNumber: cells.lineNumber, part: 0, values }]
  }
  yield* tableFacts(input, columns, 'fee_estimates', AMOUNTS, row, table)
}

/** Sides without their unit, or one without the others, are no size; one that cannot be read costs nobody the fees of its row. */
function packed(cells: Cells, decimalMark: DecimalMark | null): Record<string, string | null> {
  const measured = (column: string) => {
    try {
      return cells.value(column, 'decimal', { decimalMark })
    } catch (error) {
      if (error instanceof RefusedRecord) return null
      throw error
    }
  }
  const said = (column: string) => (cells.text(column) === UNKNOWN ? '' : cells.text(column))
  const [length, width, height, weight] = MEASURES.map(measured)
  const [lengthUnit, weightUnit] = [said('length_unit'), said('weight_unit')]
  const isSized = lengthUnit !== '' && [length, width, height].every((side) => side !== null)
  const isWeighed = weightUnit !== '' && weight !== null
  return {
    ...(isSized && {
      package_length: length!,
      package_width: width!,
      package_height: height!,
      length_unit: lengthUnit,
    }),
    ...(isWeighed && { package_weight: weight!, weight_unit: weightUnit }),
    size_tier: said('size_tier'),
  }
}

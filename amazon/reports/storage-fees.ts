import { localMonthOf } from '../files/local-moment.ts'
import { marketplaceIn } from './facts-file.ts'
import type { FactRecord, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { currencyIn, hasTable, tableFacts } from './tabular.ts'

const columns = {
  asin: { names: ['asin'], required: true },
  fnsku: { names: ['fnsku'], required: true },
  fulfillment_center: { names: ['fulfillment_center'] },
  marketplace: { names: ['country_code'], required: true },
  item_volume: { names: ['item_volume'] },
  volume_unit: { names: ['volume_units'] },
  average_quantity: { names: ['average_quantity_on_hand'] },
  month: { names: ['month_of_charge'], required: true },
  currency: { names: ['currency'], required: true },
  fee: { names: ['estimated_monthly_storage_fee'], required: true },
}

const AS_THEY_STAND = ['asin', 'fulfillment_center', 'item_volume', 'volume_unit', 'average_quantity']

/** What a month of storage costs, by product and warehouse (GET_FBA_STORAGE_FEE_CHARGES_DATA). It names no SKU. */
export const storageFees: RecordReportType = {
  kind: 'records',
  id: 'storage_fees',
  label: 'Monthly storage fees report',
  guide: {
    gives:
      'Which product a month of storage is charged for. The amount is that of settlements, which name none: this shares it over products.',
    where: 'Reports → Fulfilment → Payments → Monthly storage fees',
  },
  source: 'NONE',
  isOfAccount: true,
  columns,
  recognise: (head) => hasTable(head, columns),
  read: (input) =>
    tableFacts(input, columns, 'storage_fees', ['fee', 'item_volume', 'average_quantity'], (cells) =>
      charged(cells, input.options.marketplace),
    ),
}

function charged(cells: Cells, asked: string | undefined): FactRecord[] {
  const values = cells.facts('storage_fees', AS_THEY_STAND)
  const month = localMonthOf(cells.text('month'))
  if (!month) throw cells.refuse('month', 'a month such as 2026-03')
  Object.assign(values, {
    month,
    // Warehouses stand in countries without a marketplace too, such as Czechia.
    marketplace: marketplaceIn(cells.text('marketplace')) ?? asked ?? null,
    fnsku: cells.required('fnsku', 'text'),
    currency: currencyIn(cells),
    fee: cells.required('fee', 'decimal'),
  })
  return [{ table: 'storage_fees', lineNumber: cells.lineNumber, part: 0, values }]
}

import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import type { Columns } from '../files/header.ts'
import { RefusedRecord } from './cells.ts'
import { datedFacts } from './dated-facts.ts'
import { marketplaceIn } from './product-costs.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { snapshotDay } from './snapshot-day.ts'
import { unitsIn, unitsTogether } from './stock-units.ts'
import type { Cells } from './tabular.ts'
import { currencyIn, hasTable } from './tabular.ts'

/** Ages by which the surcharge is told; older files tell the last two as one. */
const SURCHARGE_AGES = [
  '181-210',
  '211-240',
  '241-270',
  '271-300',
  '301-330',
  '331-365',
  '365-plus',
  '366-455',
  '456-plus',
] as const

/**
 * Former reports of aged stock have some of it under other headings, one of them misspelt. Units on their way between warehouses
 * are `fc-transfer` since June 2026 (github.com/amzn/selling-partner-api-models/issues/5284), and those that are held for
 * faster delivery a column of their own since May (issues/5244).
 */
const columns = {
  date: { names: ['snapshot-date'], required: true },
  sku: { names: ['sku'], required: true },
  marketplace: { names: ['marketplace'] },
  available: { names: ['available', 'avaliable-quantity(sellable)'], required: true },
  age_0_to_90: { names: ['inv-age-0-to-90-days'], required: true },
  age_91_to_180: { names: ['inv-age-91-to-180-days'] },
  age_181_to_270: { names: ['inv-age-181-to-270-days'] },
  age_271_to_365: { names: ['inv-age-271-to-365-days'] },
  age_over_365: { names: ['inv-age-365-plus-days'] },
  age_366_to_455: { names: ['inv-age-366-to-455-days'] },
  age_over_455: { names: ['inv-age-456-plus-days'] },
  inbound_working: { names: ['inbound-working'] },
  inbound_shipped: { names: ['inbound-shipped'] },
  inbound_receiving: { names: ['inbound-received'] },
  reserved_customer_orders: { names: ['Reserved Customer Order'] },
  reserved_fc_transfer: { names: ['Reserved FC Transfer', 'fc-transfer'] },
  reserved_fc_processing: { names: ['Reserved FC Processing'] },
  reserved_staging: { names: ['Reserved Staging'] },
  unfulfillable: { names: ['unfulfillable-quantity'] },
  asin: { names: ['asin'] },
  units_shipped_7: { names: ['units-shipped-t7', 'units-shipped-last-7-days'] },
  units_shipped_30: { names: ['units-shipped-t30', 'units-shipped-last-30-days'] },
  units_shipped_60: { names: ['units-shipped-t60', 'units-shipped-last-60-days'] },
  units_shipped_90: { names: ['units-shipped-t90', 'units-shipped-last-90-days'] },
  days_of_supply: { names: ['days-of-supply'] },
  estimated_excess: { names: ['estimated-excess-quantity'] },
  recommended_action: { names: ['recommended-action'] },
  currency: { names: ['currency'] },
  sales_price: { names: ['sales-price'] },
  your_price: { names: ['your-price'] },
  storage_next_month: { names: ['estimated-storage-cost-next-month'] },
  ...Object.fromEntries(
    SURCHARGE_AGES.map((ages) => [`surcharge ${ages}`, { names: [`estimated-ais-${ages}-days`] }]),
  ),
} satisfies Columns

const UNITS = [
  'available',
  'inbound_working',
  'inbound_shipped',
  'inbound_receiving',
  'reserved_customer_orders',
  'reserved_fc_transfer',
  'reserved_fc_processing',
  'unfulfillable',
] as const

const RESERVED = [
  'reserved_customer_orders',
  'reserved_fc_transfer',
  'reserved_fc_processing',
  'reserved_staging',
] as const

const OF_AGE = ['age_0_to_90', 'age_91_to_180', 'age_181_to_270', 'age_271_to_365', 'age_over_365'] as const
const COUNTS = [
  'units_shipped_7',
  'units_shipped_30',
  'units_shipped_60',
  'units_shipped_90',
  'estimated_excess',
] as const
const AMOUNTS = [
  'sales_price',
  'your_price',
  'storage_next_month',
  ...SURCHARGE_AGES.map((ages) => `surcharge ${ages}`),
]

/** Stock with its age and Amazon's advice (GET_FBA_INVENTORY_PLANNING_DATA): each line is of both. */
export const inventoryPlanning: RecordReportType = {
  kind: 'records',
  id: 'inventory_planning',
  label: 'FBA inventory planning report',
  guide: {
    gives:
      'Units at Amazon by day: for sale, on the way, reserved, not sellable; how old they are, and what Amazon expects their storage to cost.',
    where: 'Inventory → FBA inventory → Reports → Inventory report (Manage inventory health)',
    path: '/reportcentral/MANAGE_INVENTORY_HEALTH/1',
  },
  source: 'NONE',
  isOfMarketplace: true,
  dayColumn: 'date',
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

function read(input: RecordInput): AsyncIterable<FactRecord> {
  const otherwise = { date: snapshotDay(input), marketplace: input.options.marketplace ?? null }
  return datedFacts(
    input,
    columns,
    'inventory_snapshots',
    { amounts: AMOUNTS, days: ['date'] },
    (cells, dayIn) => {
      const common = {
        date: dayIn('date') ?? otherwise.date,
        marketplace: marketplaceIn(cells) ?? otherwise.marketplace,
        sku: cells.required('sku', 'text'),
      }
      const { lineNumber } = cells
      const reserved = unitsTogether(cells, RESERVED)
      const units = { ...unitsIn(cells, 'inventory_snapshots', UNITS), ...common, reserved }
      const planning = { ...plannedIn(cells), ...common }
      return [
        { table: 'inventory_snapshots', lineNumber, part: 0, values: units },
        { table: 'inventory_planning', lineNumber, part: 0, values: planning },
      ]
    },
  )
}

function plannedIn(cells: Cells): Record<string, string | null> {
  const values = unitsIn(cells, 'inventory_planning', ['available', ...OF_AGE, ...COUNTS])
  values['age_over_365'] ??= sumOf(
    ['age_366_to_455', 'age_over_455'].map((column) => cells.value(column, 'integer')),
  )
  for (const column of ['asin', 'recommended_action']) values[column] = cells.value(column, 'text')
  const amount = (column: string) => cells.value(column, 'decimal')
  values['days_of_supply'] = asNumber(cells, 'days_of_supply')
  values['price'] = amount('sales_price') ?? amount('your_price')
  values['storage_next_month'] = amount('storage_next_month')
  const [total, ...parts] = [
    amount('surcharge 365-plus'),
    amount('surcharge 366-455'),
    amount('surcharge 456-plus'),
  ]
  const younger = SURCHARGE_AGES.slice(0, 6).map((ages) => amount(`surcharge ${ages}`))
  values['aged_surcharge_next'] = sumOf([...younger, total ?? sumOf(parts)])
  const hasMoney = ['price', 'storage_next_month', 'aged_surcharge_next'].some(
    (column) => values[column] !== null,
  )
  values['currency'] = hasMoney ? currencyIn(cells) : null
  return values
}

/** Advice is no reason to refuse a line: where nothing sells, a word may stand for the number. */
function asNumber(cells: Cells, column: string): string | null {
  try {
    return cells.value(column, 'decimal')
  } catch (error) {
    if (error instanceof RefusedRecord) return null
    throw error
  }
}

/** Of those that are said; null where none is. */
function sumOf(amounts: readonly (string | null)[]): string | null {
  const said = amounts.filter((amount) => amount !== null)
  return said.length === 0
    ? null
    : toText(
        said.reduce((sum, amount) => sum + parseDecimal(amount), ZERO),
        9,
      )
}

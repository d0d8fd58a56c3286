import { createReadStream } from 'node:fs'
import type { Analytics } from '#server/analytics/index.ts'
import { COLUMNS } from './settlement-file.ts'

/** What the engine makes of the cells: text as it stands, or the best types that its own reader understands. */
export type BareForm = 'text' | 'typed'

const MOMENTS = ['settlement-start-date', 'settlement-end-date', 'deposit-date', 'posted-date-time']
const AMOUNTS = ['total-amount', 'amount']
const REPEATED = [
  'settlement-id',
  'currency',
  'transaction-type',
  'marketplace-name',
  'amount-type',
  'amount-description',
  'fulfillment-id',
]

/** A comma as decimal mark and a day before the month are text to the engine. */
function typeOf(column: string, form: BareForm, understandsNumbers: boolean): string {
  if (form === 'text') return 'String'
  if (REPEATED.includes(column)) return 'LowCardinality(String)'
  if (column === 'quantity-purchased') return 'Nullable(Int32)'
  if (AMOUNTS.includes(column)) return understandsNumbers ? 'Nullable(Decimal(18, 9))' : 'String'
  if (MOMENTS.includes(column)) return `Nullable(DateTime('UTC'))`
  if (column === 'posted-date') return understandsNumbers ? 'Nullable(Date)' : 'LowCardinality(String)'
  return 'String'
}

/** The engine's own reader of tab-separated files fills one plain table, through the same door. Seconds. */
export async function bareInsert(
  analytics: Analytics,
  path: string,
  form: BareForm,
  understandsNumbers: boolean,
): Promise<number> {
  await analytics.command('DROP TABLE IF EXISTS bare SYNC')
  const columns = COLUMNS.map((column) => `\`${column}\` ${typeOf(column, form, understandsNumbers)}`)
  await analytics.command(`CREATE TABLE bare (${columns.join(', ')}) ENGINE = MergeTree ORDER BY tuple()`)
  const from = performance.now()
  await analytics.insertStream(
    'INSERT INTO bare FORMAT TabSeparatedWithNames',
    createReadStream(path, { highWaterMark: 1 << 18 }),
    {
      settings: { date_time_input_format: 'best_effort', input_format_tsv_empty_as_default: 1 },
    },
  )
  const seconds = (performance.now() - from) / 1_000
  await analytics.command('DROP TABLE bare SYNC')
  return seconds
}

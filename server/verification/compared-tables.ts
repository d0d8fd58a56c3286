import { FACT_TABLES, type FactTable } from '#amazon/index.ts'
import { PUBLISHED } from '#server/ledger/journal.ts'

/** Rows of a table in SQL: of which of them there are how many, and how much they come to. */
export interface ComparedRows {
  table: string
  where: string
  /** In 10⁻⁹. */
  units: string
  times: string
  /** Whatever else is counted of them. */
  marked: string
}

/** What must be the same in a company and in what its files were read into again. */
export interface ComparedTable {
  name: string
  /** SQL of a day, or of an empty text. */
  day: string
  line: string
  /** What else tells its rows from each other. */
  of: readonly string[]
  published: ComparedRows
  recomputed: ComparedRows
}

const units = (amount: string): string => `toInt256(toDecimal256(${amount}, 9) * 1000000000)`

const journal = (table: string, marked = '0'): ComparedRows => ({
  table,
  where: PUBLISHED.text,
  units: `${units('amount')} * n`,
  times: 'n',
  marked,
})
const rollUp = (table: string, marked = '0'): ComparedRows => ({
  table,
  where: PUBLISHED.text,
  units: units('amount'),
  times: 'row_count',
  marked,
})
const same = (rows: ComparedRows): Pick<ComparedTable, 'published' | 'recomputed'> => ({
  published: rows,
  recomputed: rows,
})

const BY_DAY = ['basis', 'marketplace', 'currency', 'fx_day']
const MEASURED_BY_DAY = ['fact', 'level', 'marketplace', 'currency', 'account_id', 'days']

// A roll-up is held against the rows of the files, not against another roll-up.
const LEDGER = journal('ledger', 'n * unmapped')
const MEASURES = journal('measures')

const JOURNALS: readonly ComparedTable[] = [
  {
    name: 'ledger',
    day: 'day',
    line: 'line',
    of: [...BY_DAY, 'sku', 'order_id', 'settlement_id', 'kind', 'rate', 'feed', 'account_id'],
    ...same(LEDGER),
  },
  {
    name: 'ledger_by_day',
    day: 'day',
    line: 'line',
    of: BY_DAY,
    published: rollUp('ledger_by_day', 'unmapped_count'),
    recomputed: LEDGER,
  },
  {
    name: 'ledger_by_day_sku',
    day: 'day',
    line: 'line',
    of: [...BY_DAY, 'sku'],
    published: rollUp('ledger_by_day_sku', 'unmapped_count'),
    recomputed: LEDGER,
  },
  {
    name: 'expense_periods',
    day: 'start_date',
    line: 'frequency',
    of: ['marketplace', 'currency', 'end_date'],
    ...same(journal('expense_periods')),
  },
  {
    name: 'measures',
    day: 'day',
    line: 'measure',
    of: [...MEASURED_BY_DAY, 'sku', 'asin', 'search_query'],
    ...same(MEASURES),
  },
  {
    name: 'measures_by_day',
    day: 'day',
    line: 'measure',
    of: MEASURED_BY_DAY,
    published: rollUp('measures_by_day'),
    recomputed: MEASURES,
  },
  {
    name: 'measures_by_product',
    day: 'day',
    line: 'measure',
    of: [...MEASURED_BY_DAY, 'sku', 'asin'],
    published: rollUp('measures_by_product'),
    recomputed: MEASURES,
  },
]

/** What reconciliation adds up; an import of which nothing is kept is read when it is asked for. */
const SETTLEMENTS: ComparedTable = {
  name: 'settlement_holdings',
  day: `''`,
  line: 'settlement_id',
  of: ['import_id', 'account_id', 'source', 'marketplace', 'currency'],
  ...same({
    table: 'settlement_holdings FINAL',
    where: 'import_id IN {kept:Array(UInt64)}',
    units: units('amount'),
    times: 'toInt64(row_count)',
    marked: '0',
  }),
}

/** How many lines of each file are kept, readable ones and others: where a click on a number ends. */
const lines = (table: FactTable): ComparedTable => ({
  name: table,
  day: `''`,
  line: 'import_id',
  of: ['problem'],
  ...same({
    table,
    where: 'import_id IN {live:Array(UInt64)}',
    units: 'toInt256(0)',
    times: 'toInt64(1)',
    marked: '0',
  }),
})

export const COMPARED_TABLES: readonly ComparedTable[] = [...JOURNALS, SETTLEMENTS, ...FACT_TABLES.map(lines)]

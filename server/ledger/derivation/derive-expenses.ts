import { EXPENSE_FREQUENCIES } from '#contract/dashboards/expenses.ts'
import { countingExpenses } from './counting-rows.ts'
import { OPEN_END } from './derive-context.ts'
import type { Journal } from '#server/ledger/journal.ts'
import { quoted } from './local-days.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'

/** Expenses that count, as periods; `expense-days.ts` makes days of them. */
export const EXPENSE_PERIODS: Journal = {
  table: 'expense_periods',
  columns: [
    'company_id',
    'marketplace',
    'currency',
    'amount',
    'frequency',
    'start_date',
    'end_date',
    'import_id',
    'line_no',
    'part',
  ],
}

const COUNTING = `${LIVE_FACTS.text} AND amount != 0
  AND upper(frequency) IN (${quoted(EXPENSE_FREQUENCIES)})`

export const EXPENSES_FEED = [
  `SELECT company_id AS company_id_, marketplace AS marketplace_, currency AS currency_, amount AS amount_, upper(frequency) AS frequency_,
     start_date AS start_date_, ifNull(end_date, if(upper(frequency) = 'ONE_TIME', start_date, toDate('${OPEN_END}'))) AS end_date_,
     import_id AS import_id_, line_no AS line_no_, part AS part_
   FROM expenses
   WHERE ${COUNTING} AND end_date_ >= start_date AND (import_id, line_no, part) IN (${countingExpenses(COUNTING)})`,
]

import { z } from 'zod'
import type { DateRange } from '#contract/date-range.ts'
import { parseDecimal, type Decimal } from '#contract/decimal.ts'
import { DecimalText } from '#contract/fields.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { EXPENSE_SCOPE } from '#server/ledger/expense-days.ts'
import { VISIBLE } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'
import { IS_BILLED_COST, SHOWN_LINE } from '#server/ledger/shown-line.ts'
import {
  ALLOCATION,
  ALLOCATION_OF_EXPENSES,
  ALLOCATION_OF_SKUS,
  ALLOCATIONS,
  EXPENSE_IN_SCOPE,
  MARKETPLACE_IN_SCOPE,
  ownPart,
} from './allocation.ts'
import { questionOf, sumParams, type LedgerScope } from './ledger.ts'
import { EXPENSES, LEDGER_PARAMS, whole } from './ledger-sums.ts'

/** Money of lines as they are shown, not converted; what is counted has no currency. */
const ownSums = (rollUp: Sql, where: Sql, allocation: Sql, partOf: (amount: Sql) => Sql = whole): Sql => sql`
  SELECT toString(l.currency) AS its_currency, l.line AS ledger_line, ${IS_BILLED_COST} AS is_billed_cost, ${SHOWN_LINE} AS line,
    ${allocation} AS allocation, toString(sum(${partOf(sql`toDecimal256(l.amount, 27)`)})) AS amount
  FROM ${rollUp} AS l
  WHERE company_id = {companyId:String} AND basis = {basis:String} AND day BETWEEN {from:Date} AND {to:Date}
    AND ${VISIBLE} AND ${where}
  GROUP BY its_currency, ledger_line, is_billed_cost, allocation`

const NO_RATES = {
  segmentStarts: true,
  currency: true,
  currencies: true,
  rateVersions: true,
  rateBegins: true,
  rateFrom: true,
  rateTo: true,
} as const

const row = z.object({
  its_currency: z.string(),
  line: z.string(),
  allocation: z.enum(ALLOCATIONS),
  amount: DecimalText.transform(parseDecimal),
})

const ofAll = defineQuery({
  name: 'ledger_sums_by_currency',
  params: z.object(LEDGER_PARAMS).omit({ ...NO_RATES, skus: true, anyProduct: true }),
  row,
  sql: ownSums(sql`ledger_by_day`, MARKETPLACE_IN_SCOPE, ALLOCATION, ownPart),
})

const ofSkus = defineQuery({
  name: 'ledger_sums_of_skus_by_currency',
  params: z.object(LEDGER_PARAMS).omit({ ...NO_RATES, anyProduct: true, shareKeys: true, shares: true }),
  row,
  sql: ownSums(
    sql`ledger_by_day_sku`,
    sql`(sku IN {skus:Array(String)} OR sku = '') AND ${MARKETPLACE_IN_SCOPE}`,
    ALLOCATION_OF_SKUS,
  ),
})

const ofExpenses = defineQuery({
  name: 'expense_sums_by_currency',
  params: z
    .object({ ...LEDGER_PARAMS, ...EXPENSE_SCOPE })
    .omit({ ...NO_RATES, skus: true, wholeCurrencies: true, heldWhole: true, shareKeys: true, shares: true }),
  row,
  sql: ownSums(EXPENSES, EXPENSE_IN_SCOPE, ALLOCATION_OF_EXPENSES),
})

/** What the lines of a period, these among them, come to in each currency that their amounts are in. */
export async function readLedgerCurrencies(
  services: Services,
  company: Company,
  scope: LedgerScope,
  { period, lines }: { period: DateRange; lines: readonly string[] },
  signal: AbortSignal | undefined,
): Promise<{ currency: string; line: string; amount: Decimal }[]> {
  const question = await questionOf(services, company, scope, [{ period, comparison: null }])
  const { expenses, allocation } = question
  const params = sumParams(company, question)
  const options = { signal }
  const { analytics } = services
  const [ofLedger, entered] = await Promise.all([
    params.anyProduct
      ? analytics.run(ofAll, company, params, options)
      : analytics.run(ofSkus, company, params, options),
    expenses.isAny && lines.includes('operatingExpenses')
      ? analytics.run(ofExpenses, company, { ...params, ...expenses.params }, options)
      : [],
  ])
  return [...ofLedger, ...entered].flatMap(({ its_currency, line, allocation: word, amount }) =>
    allocation.shown.includes(word) ? [{ currency: its_currency, line, amount }] : [],
  )
}

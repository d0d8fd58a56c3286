import { z } from 'zod'
import { parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import type { NextRelease } from '#contract/profit-and-loss.ts'
import { listSellerAccounts, type Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import {
  effectiveMarketplace,
  EVERY_MARKETPLACE,
  homesOf,
  localDay,
} from '#server/ledger/derivation/local-days.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { unconvertedOf, valueOf } from '../cells.ts'
import { ownPart } from './allocation.ts'
import { CONVERSION_PARAMS, CONVERTED, JOINED, LACKS_RATE } from './conversion.ts'
import { ledgerRowScope, type LedgerScope } from './ledger.ts'
import { LEDGER_ROWS, LEDGER_SCOPE } from './ledger-rows.ts'

/** Of a row of a file, the day on which Amazon says that it is released. */
const DUE_ON = sql.composed(
  localDay('assumeNotNull(released_at)', `(${effectiveMarketplace('settlement_lines')})`, EVERY_MARKETPLACE),
)

/** Of rows that are held back: those that are due first, from today on, at the rates at which the statement has them. */
const nextRelease = defineQuery({
  name: 'next_release',
  params: LEDGER_SCOPE.extend({
    ...CONVERSION_PARAMS,
    shares: z.array(z.string()),
    accountIds: z.array(z.string()),
    homes: z.array(z.string()),
    today: IsoDate,
  }),
  row: z.object({
    dueOn: AnsweredDate,
    withoutRate: z.string(),
    converted: DecimalText.transform(parseDecimal),
    unconverted: DecimalText.transform(parseDecimal),
  }),
  sql: sql`
    WITH ${LACKS_RATE} AS lacks_rate
    SELECT toString(due_on) AS dueOn, if(lacks_rate, toString(l.currency), '') AS withoutRate,
      toString(sum(${ownPart(CONVERTED)})) AS converted,
      toString(sumIf(${ownPart(sql`toDecimal256(l.amount, 27)`)}, lacks_rate)) AS unconverted
    FROM (
      SELECT s.day AS day, s.fx_day AS fx_day, s.currency AS currency, s.amount * s.times AS amount, s.allocation AS allocation,
        f.due_on AS due_on, min(due_on) OVER () AS first_due_on
      FROM (${LEDGER_ROWS.standing}) AS s
      INNER JOIN (
        SELECT import_id, line_no, part, ${DUE_ON} AS due_on FROM settlement_lines
        WHERE company_id = {companyId:String} AND isNotNull(released_at)
          AND (import_id, line_no, part) IN (SELECT import_id, line_no, part FROM (${LEDGER_ROWS.standing}))
      ) AS f ON s.import_id = f.import_id AND s.line_no = f.line_no AND s.part = f.part
      WHERE f.due_on >= {today:Date}
    ) AS l
    ${JOINED(sql`l.fx_day`).join}
    WHERE due_on = first_due_on
    GROUP BY dueOn, withoutRate`,
})

/** What Amazon says that it releases next, of all that a statement holds back. */
export async function readNextRelease(
  services: Services,
  company: Company,
  input: LedgerScope & { startDate: string; endDate: string },
  signal: AbortSignal | undefined,
): Promise<NextRelease> {
  const [scope, money, accounts] = await Promise.all([
    ledgerRowScope(services, company, input, ['deferredNetProceeds']),
    moneyOf(services, company),
    listSellerAccounts(services.accounts, company),
  ])
  const rows = await services.analytics.run(
    nextRelease,
    company,
    {
      ...scope,
      ...money,
      ...homesOf(accounts),
      currency: input.currencyCode,
      today: today(services),
    },
    { signal },
  )
  const [first] = rows
  if (!first) return null
  const unconverted = new Map<string, Decimal>(
    rows.flatMap((row) => (row.unconverted === ZERO ? [] : [[row.withoutRate, row.unconverted]])),
  )
  const value = unconverted.size > 0 ? null : rows.reduce((sum, { converted }) => sum + converted, ZERO)
  const figure = { value, unconverted, lacks: new Set<never>(), isShared: false }
  return { day: first.dueOn, value: valueOf(figure), ...unconvertedOf(figure) }
}

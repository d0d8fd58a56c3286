import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { DateRange, IsoDate as Day } from '#contract/date-range.ts'
import type { Decimal } from '#contract/decimal.ts'
import { IsoDate } from '#contract/fields.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { EXPENSE_SCOPE } from '#server/ledger/expense-days.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'
import {
  ALLOCATION,
  ALLOCATION_OF_EXPENSES,
  ALLOCATION_OF_SKUS,
  allocationIn,
  EXPENSE_IN_SCOPE,
  MARKETPLACE_IN_SCOPE,
  ownPart,
} from './allocation.ts'
import { productsOf, questionOf, sumParams, type LedgerScope, type Question } from './ledger.ts'
import { EXPENSES, keyedRow, LEDGER_PARAMS, sumsOver, whole } from './ledger-sums.ts'

const SINCE_PARAMS = {
  /** The version that was read then, and the last one whose followers are told one by one. */
  since: z.number(),
  toldSince: z.number(),
  /** Months that were closed then, and up to which version each was read. */
  monthsThen: z.array(z.number()),
  versionsThen: z.array(z.number()),
}
/** Up to which version rows of a day were read then. */
const readThen = sql`
  if(empty({monthsThen:Array(UInt32)}), {since:UInt64},
    transform(toYYYYMM(day), {monthsThen:Array(UInt32)}, {versionsThen:Array(UInt64)}, {since:UInt64}))`
const versionKey = (before: Sql): Sql =>
  sql`multiIf(version <= ${readThen}, ${before}, version <= {since:UInt64}, 'CLOSING', version <= {toldSince:UInt64}, 'EARLIER', toString(version))`

/**
 * What versions after an earlier one added and took back, each by itself, at the rates that hold now; what stood before has
 * an empty key, and of expenses the days that had not come then have another.
 */
const ledgerSumsSince = {
  ofAll: defineQuery({
    name: 'ledger_sums_since',
    params: z.object({ ...LEDGER_PARAMS, ...SINCE_PARAMS }).omit({ skus: true, anyProduct: true }),
    row: keyedRow,
    sql: sumsOver(sql`ledger_by_day`, MARKETPLACE_IN_SCOPE, ALLOCATION, ownPart, versionKey(sql`''`)),
  }),
  ofSkus: defineQuery({
    name: 'ledger_sums_of_skus_since',
    params: z
      .object({ ...LEDGER_PARAMS, ...SINCE_PARAMS })
      .omit({ anyProduct: true, shareKeys: true, shares: true }),
    row: keyedRow,
    sql: sumsOver(
      sql`ledger_by_day_sku`,
      sql`(sku IN {skus:Array(String)} OR sku = '') AND ${MARKETPLACE_IN_SCOPE}`,
      ALLOCATION_OF_SKUS,
      whole,
      versionKey(sql`''`),
    ),
  }),
  ofExpenses: defineQuery({
    name: 'expense_sums_since',
    params: z
      .object({ ...LEDGER_PARAMS, ...EXPENSE_SCOPE, ...SINCE_PARAMS, dayThen: IsoDate })
      .omit({ skus: true, wholeCurrencies: true, heldWhole: true, shareKeys: true, shares: true }),
    row: keyedRow,
    sql: sumsOver(
      EXPENSES,
      EXPENSE_IN_SCOPE,
      ALLOCATION_OF_EXPENSES,
      whole,
      versionKey(sql`if(day > {dayThen:Date}, 'DAYS', '')`),
    ),
  }),
}

/**
 * What versions after an earlier one made of the lines of a period, each under its number; `''` is what stood then, `DAYS`
 * expenses of days that had not come, `CLOSING` what months hid that were closed then, `EARLIER` versions before those that are told. At the rates of `company`; with the
 * rules of `rulesOf` as to which advertising counts and what belongs to the selection, its brands among them.
 */
export async function readLedgerSince(
  services: Services,
  asked: Selection,
  { period, past, toldSince, dayThen, rulesOf = asked }: SinceQuestion,
  signal: AbortSignal | undefined,
): Promise<{ key: string; line: string; amount: Decimal }[]> {
  const { company } = asked
  const [now, before, rules] = (await Promise.all(
    [asked, past, rulesOf].map((one) =>
      questionOf(services, one.company, one.scope, [{ period, comparison: null }]),
    ),
  )) as [Question, Question, Question]
  const { advertised, advertisedSince, closedAdvertised, closedAdvertisedSince } = rules.money
  const { closedMonths: closedThen, closedVersions: versionsThen } = visibilityOf(past.company)
  const params = {
    ...sumParams(company, { ...now, allocation: rules.allocation }),
    advertised,
    advertisedSince,
    closedAdvertised,
    closedAdvertisedSince,
    // What was taken back since may have been all that there was in a currency.
    currencies: [...new Set([...now.money.currencies, ...before.money.currencies])],
    since: past.company.publishedVersion,
    toldSince,
    monthsThen: closedThen,
    versionsThen,
  }
  const options = { signal }
  const { ofAll, ofSkus, ofExpenses } = ledgerSumsSince
  const [ofLedger, expenses] = await Promise.all([
    params.anyProduct
      ? services.analytics.run(ofAll, company, params, options)
      : services.analytics.run(ofSkus, company, params, options),
    now.expenses.isAny || before.expenses.isAny
      ? services.analytics.run(ofExpenses, company, { ...params, ...rules.expenses.params, dayThen }, options)
      : [],
  ])
  return [...ofLedger, ...expenses].filter(({ allocation: word }) => rules.allocation.shown.includes(word))
}

/** A version of a company, and what is asked of it: brands are those products that they had then. */
interface Selection {
  company: Company
  scope: LedgerScope
}

interface SinceQuestion {
  period: DateRange
  /** The company as it was. */
  past: Selection
  toldSince: number
  dayThen: Day
  rulesOf?: Selection
}

/** Whether the same amounts stand in the same lines and selections of two versions. */
export async function hasSameRules(services: Services, one: Selection, other: Selection): Promise<boolean> {
  const of = async ({ company, scope }: Selection) => {
    const [{ advertised, advertisedSince, closedAdvertised, closedAdvertisedSince }, { params }] =
      await Promise.all([
        moneyOf(services, company),
        allocationIn(services, company, { ...scope, skus: productsOf(scope) }, scope.basis),
      ])
    const keyed = (keys: readonly string[], days: readonly string[]) =>
      keys.map((key, index) => `${key} ${days[index]}`).toSorted()
    return {
      since: keyed(advertised, advertisedSince),
      closed: keyed(closedAdvertised, closedAdvertisedSince),
      params: { ...params, skus: params.skus.toSorted() },
      expenses: [scope.expenseBrands, scope.ownsBrandExpenses],
    }
  }
  return isDeepStrictEqual(...((await Promise.all([of(one), of(other)])) as [unknown, unknown]))
}

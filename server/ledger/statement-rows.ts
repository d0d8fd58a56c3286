import { addDays, CALENDAR, later } from '#contract/date-range.ts'
import type { PlannedPeriod } from '#contract/periods.ts'
import type { PnlBasis, PnlInput, PnlRow } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { segmentsOf, type Segments } from '#server/metrics/segments.ts'
import { allocationIn, type Allocation } from './allocation.ts'
import { streamsIn, streamsOf } from './claims.ts'
import { ratesInForce } from './conversion.ts'
import { expensesIn, type ExpenseScope } from './expense-days.ts'
import { visibilityOf } from './journal.ts'
import { expenseSums, lineSumsOf, type LineSum } from './line-sums.ts'
import { moneyOf, type CompanyMoney } from './company-money.ts'
import { today, type Services } from './services.ts'
import { dayNumber, statementRow, type StatementContext } from './statement.ts'

type StatementScope = { basis: PnlBasis } & Pick<
  PnlInput,
  'currencyCode' | 'marketplaces' | 'skus' | 'brandNames' | 'useAdjustedAdvertising' | 'notAllocated'
>

/** One statement for all columns, whatever they are. */
export async function statementRows(
  services: Services,
  company: Company,
  scope: StatementScope,
  periods: readonly PlannedPeriod[],
  signal: AbortSignal | undefined,
): Promise<PnlRow[]> {
  const segments = segmentsOf(periods)
  const [money, streams, allocation] = await Promise.all([
    moneyOf(services, company),
    streamsOf(services, company),
    allocationIn(services, company, { ...scope, skus: productsOf(scope) }, scope.basis),
  ])
  const expenses = await expensesIn(services, company, allocation, segments.span)
  const sums = await sumsOf(services, company, { scope, segments, money, allocation, expenses }, signal)
  // What is left out has no marketplace: it is known where anything of its company is.
  const marketplaces = scope.notAllocated === 'ONLY' ? [] : scope.marketplaces
  const context: StatementContext = {
    basis: scope.basis,
    streams: streamsIn(streams[scope.basis], marketplaces),
    advertising: streamsIn(streams.ADVERTISING, marketplaces),
    stock: streamsIn(streams.STOCK, marketplaces),
    lacksExpenses: (period) => expenses.isLacking(period),
    usesBilledAdvertising: !scope.useAdjustedAdvertising,
    yesterday: addDays(today(services), -1),
    establishmentCountry: company.establishmentCountry,
    lackingRates: await lackingRates(services, company, scope.currencyCode, sums),
  }
  const isShown = ({ allocation: word }: LineSum) => allocation.shown.includes(word)
  const parts = {
    shown: sums.filter(isShown),
    // Asked for alone, it is the answer.
    leftOut: scope.notAllocated === 'ONLY' ? [] : sums.filter((sum) => !isShown(sum)),
  }
  return periods.map((period) => statementRow(period, parts, context))
}

/** Of two currencies one or both may lack the rate of a day; only those are worth getting. */
async function lackingRates(
  { analytics }: Services,
  company: Company,
  asked: string,
  sums: readonly LineSum[],
): Promise<StatementContext['lackingRates']> {
  const pairs = sums.flatMap(({ withoutRate }) =>
    withoutRate ? [withoutRate.split(' ') as [string, string]] : [],
  )
  if (pairs.length === 0) return () => []
  const days = pairs.map(([, day]) => day).toSorted()
  const held = await analytics.run(ratesInForce, company, {
    ...visibilityOf(company),
    currencies: [...new Set([asked, ...pairs.map(([currency]) => currency)])],
    from: days[0]!,
    to: days.at(-1)!,
  })
  const known = new Set(held.map(({ currency, day }) => `${currency} ${day}`))
  return (pair) => {
    const [currency, day] = pair.split(' ') as [string, string]
    return [currency, asked].filter((one) => one !== 'USD' && !known.has(`${one} ${day}`))
  }
}

interface Question {
  scope: StatementScope
  segments: Segments
  money: CompanyMoney
  allocation: Allocation
  expenses: ExpenseScope
}

async function sumsOf(
  { analytics }: Services,
  company: Company,
  { scope, segments, money, allocation, expenses }: Question,
  signal: AbortSignal | undefined,
): Promise<LineSum[]> {
  const params = {
    basis: scope.basis,
    publishedVersion: company.publishedVersion,
    deadVersions: [...company.deadVersions],
    // Nothing lies before the calendar, and the engine has no such days.
    from: later(segments.span.start, CALENDAR.start),
    to: segments.span.end,
    segmentStarts: segments.starts.map(dayNumber),
    currency: scope.currencyCode,
    useBilledAdvertising: !scope.useAdjustedAdvertising,
    ...money,
    ...allocation.params,
  }
  const options = signal ? { signal } : {}
  const [ofLedger, ofExpenses] = await Promise.all([
    analytics.run(lineSumsOf(params), company, params, options),
    expenses.isAny ? analytics.run(expenseSums, company, { ...params, ...expenses.params }, options) : [],
  ])
  return [...ofLedger, ...ofExpenses]
}

/** SKUs that the filters leave; undefined without a filter. No source names brands yet, so there is nothing to say of one. */
export function productsOf(scope: {
  skus?: string[] | undefined
  brandNames?: string[] | undefined
}): string[] | undefined {
  if (scope.brandNames?.length) throw new AppError('BRANDS_UNKNOWN')
  return scope.skus?.length ? scope.skus : undefined
}

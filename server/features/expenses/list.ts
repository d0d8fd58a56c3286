import type { z } from 'zod'
import { EXPENSE_DAYS_MAX } from '#contract/dashboards/expenses.ts'
import { asRange, CALENDAR, daysIn, earlier, later, type DateRange } from '#contract/date-range.ts'
import { multiply, parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type {
  ExpenseAmount,
  ExpenseGroup,
  ExpenseList,
  ExpenseRow,
  ExpensesInput,
} from '#contract/expenses.ts'
import { comparisonRange } from '#contract/periods.ts'
import { addressesOf, countedExpenses, filesOfAttempts, type Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { factorsOn } from '#server/ledger/currencies/conversion.ts'
import { chosenMarketplaces } from '#server/ledger/chosen-marketplaces.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { expenseRows, Sum, Sums } from './amounts.ts'
import { sumsOfRows } from './row-days.ts'

export type ExpenseScope = z.output<typeof ExpensesInput>

/** What every sum of a range is asked with. Throws `AppError` for a range that is too long. */
export async function sumsParams(services: Services, company: Company, scope: ExpenseScope) {
  const { startDate, endDate, marketplaces, currencyCode } = scope
  const range = { start: startDate, end: endDate }
  if (daysIn(range) > EXPENSE_DAYS_MAX) throw new AppError('DATE_RANGE_TOO_LONG', { days: EXPENSE_DAYS_MAX })
  const now = today(services)
  const { heldMarketplaces } = await moneyOf(services, company)
  // Who chooses every marketplace asks for the whole company, as on the statement.
  const isWhole = heldMarketplaces.length > 0 && heldMarketplaces.every((code) => marketplaces.includes(code))
  return {
    ...visibilityOf(company),
    ...chosenMarketplaces(isWhole ? [] : marketplaces),
    currency: currencyCode,
    today: now,
    ...daysAsked(range, now),
  }
}

function daysAsked({ start, end }: DateRange, now: string) {
  const first = later(start, CALENDAR.start)
  // Days to come are on this page, and in no statement (OPEX-2).
  return { rateFrom: earlier(first, now), expensesFrom: first, expensesTo: end }
}

/** Of a moment that is over: what was entered counted as its file says, and nothing of it can be changed. */
const CLOSED_BOOKS = { categories: [], vendors: [], expenses: [], counted: undefined }

/** The expenses of a company, entered or in files, and what they come to in a range; `isPast` of a company as it was. */
export async function listExpenses(
  services: Services,
  asked: Company,
  scope: ExpenseScope,
  { isPast }: { isPast: boolean },
): Promise<ExpenseList> {
  const { accounts } = services
  const { company, counted, ...books } = isPast
    ? { company: asked, ...CLOSED_BOOKS }
    : await countedExpenses(accounts, asked.id)
  const params = await sumsParams(services, company, scope)
  const { anyMarketplace, marketplaces } = params
  const prior = comparisonRange(asRange(scope), 'YEAR_ON_YEAR')
  const [{ rows: found, all }, sums, priorSums, addresses] = await Promise.all([
    expenseRows(services, company, counted?.attemptVersion ?? 0),
    sumsOfRows(services, company, params),
    sumsOfRows(services, company, { ...params, ...daysAsked(prior, params.today) }),
    addressesOf(accounts, [...new Set(books.expenses.map(({ changedBy }) => changedBy))]),
  ])
  const isInScope = (marketplace: string) => anyMarketplace || marketplaces.some((one) => one === marketplace)
  const inScope = found.filter(({ marketplace }) => isInScope(marketplace))
  const files = await filesOfAttempts(accounts, company, [...new Set(found.map(({ attempt }) => attempt))])
  const enteredAt = new Map(books.expenses.map((expense, index) => [index + 1, expense]))

  const ofRow = new Sums<string>()
  const ofMonth = new Sums<string>()
  const ofVendor = new Sums<string>()
  const [total, toToday, oneOff, beforehand] = [new Sum(), new Sum(), new Sum(), new Sum()]
  const placeOf = ({ attempt, lineNumber }: { attempt: number; lineNumber: number }) =>
    `${attempt} ${lineNumber}`
  const rowAt = new Map(found.map((row) => [placeOf(row), row]))
  for (const sum of sums) {
    const row = rowAt.get(placeOf(sum))
    ofRow.of(placeOf(sum)).add(sum)
    ofMonth.of(JSON.stringify([sum.month, sum.isPlanned, row?.category ?? ''])).add(sum)
    ofVendor.of(row?.vendor ?? '').add(sum)
    total.add(sum)
    if (!sum.isPlanned) toToday.add(sum)
    if (row?.frequency === 'ONE_TIME') oneOff.add(sum)
  }
  for (const sum of priorSums) beforehand.add(sum)
  // Of days before the books begin nobody knows what was spent.
  const isPriorKnown = found.some(({ startDate }) => startDate <= prior.start)
  const rows = inScope.map((row): ExpenseRow => {
    const entered = row.attempt === counted?.attemptVersion ? enteredAt.get(row.lineNumber) : undefined
    const file = files.get(row.attempt)
    return {
      id: entered?.id ?? `${row.attempt}-${row.lineNumber}`,
      name: row.name,
      amount: row.amount,
      currency: row.currency,
      frequency: row.frequency,
      startDate: row.startDate,
      endDate: row.endDate === '' ? null : row.endDate,
      marketplace: row.marketplace,
      category: row.category,
      vendor: row.vendor,
      invoiceId: row.invoiceId,
      brandName: row.brandName,
      note: row.note,
      inRange: ofRow.of(placeOf(row)).amount,
      entered: entered
        ? {
            revision: entered.revision,
            categoryId: entered.categoryId,
            vendorId: entered.vendorId,
            changedAt: entered.changedAt.toISOString(),
            changedBy: addresses.get(entered.changedBy) ?? entered.changedBy,
          }
        : null,
      file:
        entered || !file ? null : { importId: file.id, fileName: file.fileName, lineNumber: row.lineNumber },
    }
  })
  return {
    rows,
    unlisted: all - found.length,
    categories: groupsOf(
      books.categories,
      books.expenses.map(({ categoryId }) => categoryId),
    ),
    vendors: groupsOf(
      books.vendors,
      books.expenses.map(({ vendorId }) => vendorId),
    ),
    byMonth: ofMonth.entries
      .map(([key, sum]) => {
        const [month, isPlanned, category] = JSON.parse(key) as [string, boolean, string]
        return { month, isPlanned, category, amount: sum.amount }
      })
      .toSorted((a, b) => (a.month < b.month ? -1 : 1)),
    byVendor: ofVendor.entries
      .toSorted(([, a], [, b]) => (a.units < b.units ? 1 : -1))
      .map(([vendor, { amount }]) => ({ vendor, amount })),
    total: total.amount,
    priorYear: isPriorKnown ? beforehand.amount : null,
    toToday: toToday.amount,
    oneOff: oneOff.amount,
    perMonth: await monthlyOf(services, company, scope.currencyCode, rows),
    leftOut: anyMarketplace ? 0 : found.filter(({ marketplace }) => marketplace === '').length,
    today: params.today,
    version: company.publishedVersion,
  }
}

function groupsOf(
  groups: readonly { id: string; name: string }[],
  used: readonly (string | null)[],
): ExpenseGroup[] {
  return groups.map((group) => ({ ...group, uses: used.filter((id) => id === group.id).length }))
}

/** How often an amount comes in a month, on average over a year of 365 days or 52 weeks. */
const TIMES_A_MONTH: Record<ExpenseRow['frequency'], readonly [times: bigint, months: bigint]> = {
  ONE_TIME: [0n, 1n],
  DAILY: [365n, 12n],
  WEEKDAYS: [260n, 12n],
  WEEKLY: [52n, 12n],
  MONTHLY: [1n, 1n],
  QUARTERLY: [1n, 3n],
  ANNUALLY: [1n, 12n],
}

/** What the recurring expenses that run today come to in a month, each and together. */
async function monthlyOf(
  services: Services,
  company: Company,
  currencyCode: string,
  rows: readonly ExpenseRow[],
): Promise<ExpenseList['perMonth']> {
  const now = today(services)
  const running = rows.filter(
    ({ frequency, startDate, endDate }) =>
      frequency !== 'ONE_TIME' && startDate <= now && (endDate === null || endDate >= now),
  )
  const factor = await factorsOn(services, company, {
    to: currencyCode,
    currencies: running.map(({ currency }) => currency),
    day: now,
  })
  const amounts = running.map(({ name, amount, currency, frequency }) => {
    const [times, months] = TIMES_A_MONTH[frequency]
    const rate = factor(currency)
    const units = rate === null ? null : multiply((parseDecimal(amount) * times) / months, rate)
    return { name, units }
  })
  const shown = (units: Decimal | null): ExpenseAmount => (units === null ? null : toText(units, 2))
  const known = amounts.flatMap(({ units }) => (units === null ? [] : [units]))
  return {
    amount: known.length < amounts.length ? null : shown(known.reduce((sum, units) => sum + units, ZERO)),
    count: amounts.length,
    rows: amounts
      .toSorted((a, b) => ((a.units ?? ZERO) < (b.units ?? ZERO) ? 1 : -1))
      .map(({ name, units }) => ({ name, amount: shown(units) })),
  }
}

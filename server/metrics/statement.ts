import { absolute, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { shareOfSales } from '#contract/metrics/comparisons.ts'
import { closedAt } from '#contract/closed-months.ts'
import type { DateRange } from '#contract/date-range.ts'
import type { Figure } from '#contract/metrics/evaluate.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import { isSettled, type PlannedPeriod } from '#contract/periods.ts'
import { lineDefinition, PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { EXPENSE_LINES_MAX, type PnlCell, type PnlRow } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { cellOf } from './answer.ts'
import { coverageCell, unconvertedOf, valueOf } from './cells.ts'
import { readLedger, type LedgerAnswer, type LedgerScope } from './facts/ledger.ts'
import { UNKNOWN, type LedgerPeriod } from './facts/ledger-figures.ts'
import { heldPerPeriod } from '#server/ledger/closed-months/closed-states.ts'
import { today, type Services } from '#server/ledger/services.ts'

/** The statement as its procedures answer it: every line of every period, with its share of net sales and its growth. */
export async function statementRows(
  services: Services,
  company: Company,
  scope: LedgerScope,
  periods: readonly PlannedPeriod[],
  signal: AbortSignal | undefined,
): Promise<PnlRow[]> {
  const now = today(services)
  const settled =
    scope.basis === 'ORDER'
      ? periods.flatMap(({ period }) => (isSettled(period, now) ? [{ period, comparison: null }] : []))
      : []
  const [isFeeVatAdjusted, ledger, transactions] = await Promise.all([
    feeVatAdjusted(services, company),
    readLedger(services, company, scope, periods, signal),
    settled.length > 0
      ? readLedger(services, company, { ...scope, basis: 'TRANSACTION' }, settled, signal)
      : null,
  ])
  const categories = categoriesOf(ledger, periods)
  return periods.map((planned) =>
    statementRow(
      planned,
      ledger,
      settled.some(({ period }) => period === planned.period) ? transactions : null,
      company,
      isFeeVatAdjusted(planned.period),
      categories,
    ),
  )
}

/** Of the periods and what they are compared with, those with most money first. */
function categoriesOf(ledger: LedgerAnswer, periods: readonly PlannedPeriod[]): string[] {
  const sizes = new Map<string, Decimal>()
  for (const { period, comparison } of periods)
    for (const { expenseCategories, expensesOf } of [period, ...(comparison ? [comparison] : [])].map(
      ledger.in,
    ))
      for (const category of expenseCategories) {
        const { value } = expensesOf([category])
        sizes.set(category, (sizes.get(category) ?? ZERO) + absolute(value ?? ZERO))
      }
  return [...sizes]
    .toSorted(([a, ofA], [b, ofB]) => (ofA === ofB ? (a < b ? -1 : 1) : ofA < ofB ? 1 : -1))
    .map(([category]) => category)
}

const feeVatAdjusted = heldPerPeriod(
  async (_services, { establishmentCountry }): Promise<boolean> => establishmentCountry !== null,
)

/** A line without a unit of its own is money, which is told as a share of net sales. */
const lineOf = (line: PnlLine) => ({ line, id: metricOfLine(line), isMoney: !lineDefinition(line).unit })
type Line = ReturnType<typeof lineOf>
const LINES = PNL_LINE_IDS.map(lineOf)
const EXPENSES = lineOf('operatingExpenses')

function statementRow(
  planned: PlannedPeriod,
  ledger: LedgerAnswer,
  /** The same by transactions, where it is to be compared with them. */
  transactions: LedgerAnswer | null,
  company: Company,
  isFeeVatAdjusted: boolean,
  categories: readonly string[],
): PnlRow {
  const { period, comparison, ...column } = planned
  const current = ledger.in(period)
  const before = comparison && ledger.in(comparison)
  const previous = before?.coverage.isBase ? before : null
  const netSales = current.figure('netSales').value
  const posted = transactions?.in(period)
  const leftOut = ledger.leftOut(period, current.coverage)
  const cellIn = ({ id, isMoney }: Line, figureIn: (one: LedgerPeriod) => Figure): PnlCell => {
    const figure = figureIn(current)
    const cell = cellOf(id, figure, previous ? figureIn(previous) : UNKNOWN, isComparable) as PnlCell
    cell.percentOfNetSales = isMoney ? percentOf(figure, netSales) : null
    if (posted) cell.transactions = againstTransactions(current, posted, figureIn)
    return cell
  }
  const { isComparable } = current.coverage
  return {
    ...column,
    provisional: column.provisional || holdsBack(current),
    periodStart: period.start,
    periodEnd: period.end,
    comparisonStart: comparison?.start ?? null,
    comparisonEnd: comparison?.end ?? null,
    feeVatAdjusted: isFeeVatAdjusted,
    ...closingOf(company, period),
    coverage: coverageCell(current.coverage),
    lines: Object.fromEntries(
      LINES.map((one): [PnlLine, PnlCell] => [one.line, cellIn(one, ({ figure }) => figure(one.id))]),
    ) as Record<PnlLine, PnlCell>,
    ...(categories.length > 0 && {
      expenses: expenseLines(categories).map(({ category, of }) => ({
        category,
        ...cellIn(EXPENSES, ({ expensesOf }) => expensesOf(of)),
      })),
    }),
    ...(leftOut && { leftOut: { value: valueOf(leftOut), ...unconvertedOf(leftOut) } }),
    flags: current.flags(),
  }
}

/** Which categories each line is of. */
const expenseLines = (categories: readonly string[]) => {
  const [largest, others] = [categories.slice(0, EXPENSE_LINES_MAX), categories.slice(EXPENSE_LINES_MAX)]
  return [
    ...largest.map((category) => ({ category, of: [category] })),
    ...(others.length > 0 ? [{ category: null, of: others }] : []),
  ]
}

/** Of a period whose months are all closed. */
function closingOf({ closedMonths }: Company, period: DateRange): Pick<PnlRow, 'closedAt'> {
  const version = closedAt(closedMonths, period)
  const last = closedMonths.findLast((one) => one.version === version)
  return last ? { closedAt: last.closedAt } : {}
}

/** Something that was sold is still to be released, however long ago that was. */
function holdsBack({ figure }: LedgerPeriod): boolean {
  const { value, unconverted } = figure(metricOfLine('deferredNetProceeds'))
  return (value !== null && value !== ZERO) || unconverted.size > 0
}

/** Files that do not cover the whole period are nothing to compare with. */
export function againstTransactions(
  orders: LedgerPeriod,
  transactions: LedgerPeriod,
  figureIn: (one: LedgerPeriod) => Figure,
): NonNullable<PnlCell['transactions']> {
  const wholeOf = (one: LedgerPeriod) => (one.coverage.isWhole ? figureIn(one).value : null)
  const [ordered, posted] = [wholeOf(orders), wholeOf(transactions)]
  return {
    value: posted === null ? null : toText(posted),
    difference: ordered === null || posted === null ? null : toText(ordered - posted),
  }
}

const percentOf = ({ value }: Figure, netSales: Decimal | null): number | null =>
  value === null || netSales === null ? null : shareOfSales(value, netSales)

import { monthOf, CLOSED_MONTHS_MAX, type MonthProfit, type MonthState } from '#contract/closed-months.ts'
import { addMonths } from '#contract/date-range.ts'
import { PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import { addressesOf, ignoringClosing, type Company } from '#server/accounts/index.ts'
import { isOver, statementDays } from '#server/ledger/closed-months/closed-months.ts'
import { monthsThatGrew } from '#server/ledger/closed-months/closed-months-kept.ts'
import { coverage } from '#server/ledger/coverage/coverage.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { lacksOf, unconvertedOf, valueOf } from '#server/metrics/cells.ts'
import { readLedger, type LedgerScope } from '#server/metrics/facts/ledger.ts'
import type { LedgerPeriod } from '#server/metrics/facts/ledger-figures.ts'

/** The statement by transactions as it is asked for without further wishes. */
export const statementScope = (currencyCode: LedgerScope['currencyCode']): LedgerScope => ({
  basis: 'TRANSACTION',
  currencyCode,
  useAdjustedAdvertising: true,
  notAllocated: 'LEFT_OUT',
})

/** What the statement says of months. */
export async function statementOfMonths(
  services: Services,
  company: Company,
  currencyCode: LedgerScope['currencyCode'],
  months: readonly string[],
  signal: AbortSignal | undefined,
): Promise<(month: string) => LedgerPeriod> {
  const days = await Promise.all(months.map((month) => statementDays(services, company, month)))
  const periods = days.map((period) => ({ period, comparison: null }))
  const answer = await readLedger(services, company, statementScope(currencyCode), periods, signal)
  return (month) => answer.in(days[months.indexOf(month)]!)
}

/** Whether two statements of a month say the same in each of their lines. */
function saysTheSame(one: LedgerPeriod, other: LedgerPeriod): boolean {
  return PNL_LINE_IDS.every((line) => {
    const [a, b] = [one, other].map(({ figure }) => figure(metricOfLine(line)))
    return a!.value === b!.value && JSON.stringify(unconvertedOf(a!)) === JSON.stringify(unconvertedOf(b!))
  })
}

function profitOf({ figure }: LedgerPeriod): MonthProfit {
  const profit = figure('netProfit')
  return { value: valueOf(profit), ...lacksOf(profit), ...unconvertedOf(profit) }
}

/** The months of a company, the newest first: from its first day of data, or the first that is closed, to the present one. */
export async function listMonths(
  services: Services,
  company: Company,
  currencyCode: LedgerScope['currencyCode'],
  signal: AbortSignal | undefined,
): Promise<MonthState[]> {
  const { closedMonths } = company
  const { firstDay } = await coverage(services, company)
  const last = monthOf(today(services))
  const first = [
    firstDay ? monthOf(firstDay) : last,
    ...closedMonths.map(({ month }) => month),
  ].toSorted()[0]!
  const months: string[] = []
  for (
    let month = last;
    month >= first && months.length < CLOSED_MONTHS_MAX;
    month = monthOf(addMonths(`${month}-01`, -1))
  )
    months.push(month)
  const [said, newest, grown, names] = await Promise.all([
    statementOfMonths(services, company, currencyCode, months, signal),
    closedMonths.length === 0
      ? null
      : statementOfMonths(
          services,
          ignoringClosing(company),
          currencyCode,
          closedMonths.map(({ month }) => month),
          signal,
        ),
    monthsThatGrew(services, company),
    addressesOf(services.accounts, [...new Set(closedMonths.map(({ closedBy }) => closedBy))]),
  ])
  return months.map((month): MonthState => {
    const closed = closedMonths.find((one) => one.month === month)
    const asOpen = closed && newest?.(month)
    return {
      month,
      version: company.publishedVersion,
      isOver: isOver(services, month),
      netProfit: profitOf(said(month)),
      closed:
        closed && asOpen
          ? {
              at: closed.closedAt,
              by: names.get(closed.closedBy) ?? null,
              version: closed.version,
              newestNetProfit: profitOf(asOpen),
              hasChanged: grown.has(month) || !saysTheSame(said(month), asOpen),
            }
          : null,
    }
  })
}

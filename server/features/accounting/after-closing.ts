import type { ChangesSince } from '#contract/as-it-was.ts'
import { daysOfMonth } from '#contract/closed-months.ts'
import { companiesAsClosed, ignoringClosing, type Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/ledger/services.ts'
import { changesSince } from '#server/metrics/changes-since.ts'
import type { LedgerScope } from '#server/metrics/facts/ledger.ts'
import { statementScope } from './months.ts'

/**
 * What came to a month after it was closed: what the statement would say were the month open, against what it says, line by
 * line and by what made it. Throws `MONTH_NOT_CLOSED`.
 */
export async function afterClosing(
  services: Services,
  company: Company,
  { month, currencyCode }: { month: string; currencyCode: LedgerScope['currencyCode'] },
  signal: AbortSignal | undefined,
): Promise<ChangesSince> {
  const closed = company.closedMonths.find((one) => one.month === month)
  if (!closed) throw new AppError('MONTH_NOT_CLOSED', { month })
  const { version } = closed
  const then = (await companiesAsClosed(services.accounts, company, [version])).get(version)!
  const scope = statementScope(currencyCode)
  return changesSince(
    { services, company: ignoringClosing(company), scope },
    { services, company: then, scope },
    daysOfMonth(month),
    signal,
  )
}

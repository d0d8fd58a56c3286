import { CLOSED_MONTHS_MAX, daysOfMonth, type ClosedMonth } from '#contract/closed-months.ts'
import { addDays, earlier, type DateRange } from '#contract/date-range.ts'
import { asIfClosed, type Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { changeSettings } from '#server/ledger/changing/changes.ts'
import { coverage } from '#server/ledger/coverage/coverage.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { monthsThatGrew } from './closed-months-kept.ts'

/** Whether a month is over in every marketplace, the last of which are half a day behind. */
export const isOver = (services: Services, month: string): boolean =>
  daysOfMonth(month).end < addDays(today(services), -1)

/**
 * The days of a month that its statement is of. One that is not over ends with its data, as the statement does by itself: or
 * its expenses would run further than its sales.
 */
export async function statementDays(services: Services, company: Company, month: string): Promise<DateRange> {
  const days = daysOfMonth(month)
  if (isOver(services, month)) return days
  const { lastDay } = await coverage(services, company)
  return lastDay !== null && lastDay >= days.start ? { ...days, end: earlier(days.end, lastDay) } : days
}

/**
 * Closes months at the version that is published now; those that are closed already stay as they are, and are closed anew by
 * reopening them first, which asks for a reason. Throws `MONTH_NOT_OVER`, `CLOSED_MONTHS_FULL`, `MONTHS_CLOSED_ALREADY`
 * where all of them are, and `MONTHS_CHANGED` where anything came to their days since `seenVersion`.
 */
export async function closeMonths(
  services: Services,
  companyId: string,
  {
    months,
    actor,
    seenVersion,
  }: { months: readonly string[]; actor: string; seenVersion?: number | undefined },
): Promise<{ company: Company; added: ClosedMonth[] }> {
  const early = months.toSorted().find((month) => !isOver(services, month))
  if (early !== undefined) throw new AppError('MONTH_NOT_OVER', { month: early })
  const closedAt = services.now().toISOString()
  let added: ClosedMonth[] = []
  const company = await changeSettings(
    services,
    companyId,
    async (standing) => {
      const { closedMonths, publishedVersion: version } = standing
      const closed = new Set(closedMonths.map(({ month }) => month))
      added = [...new Set(months)]
        .filter((month) => !closed.has(month))
        .map((month) => ({ month, version, closedAt, closedBy: actor }))
      if (added.length === 0) throw new AppError('MONTHS_CLOSED_ALREADY')
      if (closedMonths.length + added.length > CLOSED_MONTHS_MAX)
        throw new AppError('CLOSED_MONTHS_FULL', { max: String(CLOSED_MONTHS_MAX) })
      if (seenVersion !== undefined && seenVersion < version) {
        const seen = added.map((closed) => ({ ...closed, version: seenVersion }))
        const grown = await monthsThatGrew(services, asIfClosed(standing, seen))
        if (grown.size > 0) throw new AppError('MONTHS_CHANGED', { months: [...grown].toSorted().join(', ') })
      }
      return { closedMonths: [...closedMonths, ...added].toSorted((a, b) => (a.month < b.month ? -1 : 1)) }
    },
    actor,
  )
  return { company, added }
}

/** Lets a month be read as it is now. Throws `MONTH_NOT_CLOSED`. */
export const reopenMonth = (
  services: Services,
  companyId: string,
  { month, actor }: { month: string; actor: string },
): Promise<Company> =>
  changeSettings(
    services,
    companyId,
    ({ closedMonths }) => {
      if (!closedMonths.some((one) => one.month === month)) throw new AppError('MONTH_NOT_CLOSED', { month })
      return { closedMonths: closedMonths.filter((one) => one.month !== month) }
    },
    actor,
  )

import { daysOfMonth, type AfterClosing, type AfterClosingCause } from '#contract/closed-months.ts'
import { parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import { PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { companyAsClosed, ignoringClosing, publicationsSince, type Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { moneyOf } from '#server/ledger/company-money.ts'
import { visibilityOf, PUBLISHED } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'
import type { LedgerScope } from '#server/metrics/facts/ledger.ts'
import type { LedgerPeriod } from '#server/metrics/facts/ledger-figures.ts'
import { statementOfMonths } from './months.ts'

/** So many causes are told apart, the newest ones; what came before them is one. */
const CAUSES_MAX = 20

/**
 * What came to a month after it was closed, by line and by cause. A cause is what the statement says more once its version is
 * published, so that the causes of a line add up to its difference. Throws `MONTH_NOT_CLOSED`.
 */
export async function afterClosing(
  services: Services,
  company: Company,
  { month, currencyCode }: { month: string; currencyCode: LedgerScope['currencyCode'] },
  signal: AbortSignal | undefined,
): Promise<AfterClosing> {
  const closed = company.closedMonths.find((one) => one.month === month)
  if (!closed) throw new AppError('MONTH_NOT_CLOSED', { month })
  const read = async (state: Company) =>
    (await statementOfMonths(services, state, currencyCode, [month], signal))(month)
  const open = ignoringClosing(company)
  const [then, now, published] = await Promise.all([
    read(company),
    read(open),
    publicationsSince(
      services.accounts,
      company,
      closed.version,
      await versionsSince(services, company, month, closed.version),
    ),
  ])
  const told = published.slice(-CAUSES_MAX)
  // What is not told apart ends with the version before the first that is.
  const before = published[published.length - told.length - 1]
  const steps: { cause: AfterClosingCause; state: LedgerPeriod }[] = []
  if (before)
    steps.push({
      cause: OTHER,
      state: await read(await companyAsClosed(services.accounts, company, before.version)),
    })
  for (const { version, kind, publishedAt, fileName } of told)
    steps.push({
      cause: { kind, version, at: publishedAt.toISOString(), fileName },
      state: await read(await companyAsClosed(services.accounts, company, version)),
    })
  // Whatever no version of its rows and rates accounts for.
  steps.push({ cause: OTHER, state: now })
  const causes = steps.map(({ cause, state }, index) => ({
    ...cause,
    parts: partsOf(index === 0 ? then : steps[index - 1]!.state, state),
  }))
  return {
    month,
    lines: PNL_LINE_IDS.flatMap((line) => {
      const [was, is] = [moneyIn(then, line), moneyIn(now, line)]
      return was === is
        ? []
        : {
            line,
            closed: textOf(was),
            newest: textOf(is),
            difference: was === null || is === null ? null : toText(is - was),
          }
    }),
    causes: causes.filter(({ parts }) => parts.length > 0),
  }
}

const OTHER: AfterClosingCause = { kind: 'OTHER', version: null, at: null, fileName: null }

const textOf = (amount: Decimal | null): string | null => (amount === null ? null : toText(amount))

/** In the digits of answers, so that these add up. Null where a rate is missing; where no file covered anything, nothing had come. */
function moneyIn({ figure }: LedgerPeriod, line: PnlLine): Decimal | null {
  const { value, unconverted } = figure(metricOfLine(line))
  if (value !== null) return parseDecimal(toText(value))
  return unconverted.size > 0 ? null : ZERO
}

function partsOf(before: LedgerPeriod, after: LedgerPeriod): { line: PnlLine; amount: string }[] {
  return PNL_LINE_IDS.flatMap((line) => {
    const [was, is] = [moneyIn(before, line), moneyIn(after, line)]
    return was === null || is === null || was === is ? [] : { line, amount: toText(is - was) }
  })
}

/** The versions since a closing that wrote rows or rates of a month. */
async function versionsSince(
  services: Services,
  company: Company,
  month: string,
  since: number,
): Promise<number[]> {
  const { start, end } = daysOfMonth(month)
  const { rateVersions, rateFrom, rateTo } = await moneyOf(services, company)
  const place = rateVersions.indexOf(since)
  const rows = await services.analytics.rows<{ version: string }>(
    `SELECT DISTINCT toString(version) AS version FROM (
       SELECT version FROM ledger_by_day WHERE company_id = {companyId:String} AND day BETWEEN {start:Date} AND {end:Date} AND version > {since:UInt64} AND ${PUBLISHED.text}
       UNION ALL
       SELECT version FROM expense_periods WHERE company_id = {companyId:String} AND start_date <= {end:Date} AND end_date >= {start:Date} AND version > {since:UInt64} AND ${PUBLISHED.text}
       UNION ALL
       SELECT version FROM daily_rates WHERE company_id = {companyId:String} AND day BETWEEN {rateFrom:Date} AND {rateTo:Date} AND version > {since:UInt64} AND ${PUBLISHED.text}
     )`,
    {
      params: {
        companyId: company.id,
        ...visibilityOf(company),
        start,
        end,
        since,
        rateFrom: rateFrom[place],
        rateTo: rateTo[place],
      },
    },
  )
  return rows.map(({ version }) => Number(version))
}

import { daysOfMonth } from '#contract/closed-months.ts'
import type { DateRange } from '#contract/date-range.ts'
import { parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { groupedBy } from '#contract/grouped-by.ts'
import { TAXED_LINES } from '#contract/profit-and-loss-lines.ts'
import type { DerivedKind } from '#contract/reconciliation.ts'
import { ignoringClosing, type Company } from '#server/accounts/index.ts'
import { closedStates } from '#server/ledger/closed-months/closed-states.ts'
import { PUBLISHED, visibilityOf } from '#server/ledger/journal.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'
import { IS_BILLED_COST, SHOWN_LINE } from '#server/ledger/shown-line.ts'
import { IS_TAX_KEPT, keptTaxOf } from './kept-tax.ts'

/** What the ledger holds of a settlement in one month and marketplace: a line as it is shown, and what it was made from. */
export interface SettlementLedgerRow {
  accountId: string
  settlementId: string
  shownLine: string
  /** AMOUNT is what Amazon paid or charged; the others are derived from it. */
  kind: 'AMOUNT' | 'COUNT' | DerivedKind
  money: string
  /** First day of the month, by the local days of its rows. */
  month: string
  /** Empty for what names none. */
  marketplace: string
  /** Amazon collected the tax in it; what the seller owes tax of, or holds none, is apart. */
  isTaxKept: boolean
  total: string
  totalUnmapped: string
  lastDay: string
}

export const settlementRowsKey = ({ accountId, settlementId }: { accountId: string; settlementId: string }) =>
  `${accountId} ${settlementId}`

type BySettlement = ReadonlyMap<string, readonly SettlementLedgerRow[]>

const countOf = (bySettlement: BySettlement): number =>
  [...bySettlement.values()].reduce((count, { length }) => count + length, 0)

/** The rows of every settlement, by `settlementRowsKey`: whoever sums a settlement reads it from here. */
export const ledgerOfSettlements = perVersion(
  (services, company): Promise<BySettlement> => readSettlements(services, company, EVER),
  countOf,
)

/** The same of one month alone. */
const ledgerOfMonth = perVersion(
  (services, company, month: string): Promise<BySettlement> =>
    readSettlements(services, company, daysOfMonth(month)),
  countOf,
)

/** As far as the engine's days reach. */
const EVER: DateRange = { start: '1970-01-01', end: '2149-06-06' }

async function readSettlements(
  services: Services,
  asked: Company,
  { start, end }: DateRange,
): Promise<BySettlement> {
  // Settlements are compared with all that their files say, whichever months are closed.
  const company = ignoringClosing(asked)
  const { advertised, advertisedSince } = await moneyOf(services, company)
  const rows = await services.analytics.rows<SettlementLedgerRow>(
    `SELECT account_id AS accountId, settlement_id AS settlementId, ledger.line AS ledger_line, ${IS_BILLED_COST.text} AS is_billed_cost,
       ${SHOWN_LINE.text} AS shownLine, kind, toString(currency) AS money, toString(toStartOfMonth(day)) AS month, toString(ledger.marketplace) AS marketplace,
       ${IS_TAX_KEPT.text} AS isTaxKept,
       toString(sum(toDecimal128(amount, 9) * n)) AS total, toString(sumIf(toDecimal128(amount, 9) * n, unmapped)) AS totalUnmapped,
       toString(max(day)) AS lastDay
     FROM ledger WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND day BETWEEN {from:Date} AND {to:Date} AND (kind != 'COUNT' OR ledger.line = 'unitsWithoutCost') AND settlement_id != '' AND feed = 'SETTLEMENT' AND ${PUBLISHED.text}
     GROUP BY accountId, settlementId, ledger_line, is_billed_cost, kind, money, month, ledger.marketplace, isTaxKept
     HAVING sum(n) != 0 OR total != '0'`,
    {
      params: {
        companyId: company.id,
        from: start,
        to: end,
        ...visibilityOf(company),
        ...keptTaxOf(TAXED_LINES),
        useBilledAdvertising: false,
        advertised,
        advertisedSince,
        closedAdvertised: [],
        closedAdvertisedSince: [],
      },
    },
  )
  return groupedBy(rows, settlementRowsKey)
}

/** Rows of a settlement in one month, of what Amazon paid or charged. */
const paidIn = (rows: readonly SettlementLedgerRow[], month: string): readonly SettlementLedgerRow[] =>
  rows.filter((row) => row.kind === 'AMOUNT' && row.month === month)

/** Whether both come to the same in each currency: then nothing has come or gone, and rows have moved at most. */
function comeToTheSame(one: readonly SettlementLedgerRow[], other: readonly SettlementLedgerRow[]): boolean {
  const sums = new Map<string, Decimal>()
  const add = (rows: readonly SettlementLedgerRow[], sign: bigint) => {
    for (const { money, total } of rows)
      sums.set(money, (sums.get(money) ?? ZERO) + sign * parseDecimal(total))
  }
  add(one, 1n)
  add(other, -1n)
  return [...sums.values()].every((sum) => sum === ZERO)
}

/** Whether a month is booked as it was when it was closed; what nobody knew then is booked as it is now. */
const isBookedAsThen = (now: readonly SettlementLedgerRow[], then: readonly SettlementLedgerRow[]): boolean =>
  then.length > 0 && comeToTheSame(now, then)

/**
 * The version at which a settlement is booked in a month: that of the closing, where the month is closed and comes to the
 * same still, so that places and advertising reports that came later move nothing in it; else none of its own.
 */
export async function bookedAt(
  services: Services,
  company: Company,
  { month, ...settlement }: { accountId: string; settlementId: string; month: string },
): Promise<Company | undefined> {
  const version = company.closedMonths.find((closed) => closed.month === month)?.version
  const state = version && (await closedStates(services, company)).get(version)
  if (!state) return undefined
  const first = daysOfMonth(month).start
  const key = settlementRowsKey(settlement)
  const [now, then] = await Promise.all([
    ledgerOfSettlements(services, company),
    ledgerOfMonth(services, state, month),
  ])
  return isBookedAsThen(paidIn(now.get(key) ?? [], first), paidIn(then.get(key) ?? [], first))
    ? state
    : undefined
}

/** What Amazon paid or charged in every settlement, month by month as it is booked. */
export const bookedOfSettlements = perVersion(async (services, company): Promise<BySettlement> => {
  const now = await ledgerOfSettlements(services, company)
  const states = await closedStates(services, company)
  const closings = new Map<string, BySettlement>()
  // One after the other: a company may have closed years of months.
  for (const { month, version } of company.closedMonths)
    closings.set(daysOfMonth(month).start, await ledgerOfMonth(services, states.get(version)!, month))
  return new Map(
    [...now].map(([key, rows]) => {
      const months = [...new Set(rows.map(({ month }) => month))]
      const booked = months.flatMap((month) => {
        const paid = paidIn(rows, month)
        const then = paidIn(closings.get(month)?.get(key) ?? [], month)
        return isBookedAsThen(paid, then) ? then : paid
      })
      return [key, booked]
    }),
  )
}, countOf)

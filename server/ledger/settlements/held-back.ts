import { z } from 'zod'
import { parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { groupedBy } from '#contract/grouped-by.ts'
import { OTHER_REASONS, type HeldBack, type RollForward } from '#contract/reconciliation.ts'
import { monthsOf, type DateRange } from '#contract/date-range.ts'
import { ignoringClosing, listSellerAccounts, liveRequests, type Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { heldBackRows } from '#server/ledger/derivation/active-rows.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { visibilityOf, VISIBLE } from '#server/ledger/journal.ts'
import {
  currencyOf,
  effectiveMarketplace,
  EVERY_MARKETPLACE,
  homesOf,
  localDay,
} from '#server/ledger/derivation/local-days.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { settlementReconciliation } from './reconciliation.ts'
import type { Services } from '#server/ledger/services.ts'

/**
 * What Amazon holds back of each currency: of sales until they are released, and of settlements as a reserve. Whichever months are
 * closed: it is held against files, and runs from month to month.
 */
export const heldBack = perVersion(
  async (services, asked): Promise<HeldBack[]> => {
    const company = ignoringClosing(asked)
    const [sales, reserves] = await Promise.all([
      salesHeldBack(services, company),
      reservesOfSettlements(services, company),
    ])
    const currencies = [...new Set([...sales, ...reserves].map(({ currency }) => currency))].toSorted()
    return currencies.map((currency) => ({
      currency,
      deferred: deferredOf(sales.filter((sale) => sale.currency === currency)),
      reserves: reservesOf(reserves.filter((reserve) => reserve.currency === currency)),
    }))
  },
  (currencies) =>
    currencies.reduce(
      (sum, { deferred, reserves }) =>
        sum + reserves.months.length + (deferred?.months.length ?? 0) + (deferred?.due.length ?? 0),
      0,
    ),
)

interface SalesHeldBack {
  currency: string
  /** First days of months; null where nothing says that they are released. */
  heldIn: string
  releasedIn: string | null
  /** Of sales that are held back still. */
  dueOn: string | null
  reason: string | null
  since: string
  amount: Decimal
}

/** Only transactions say what is held back; whoever imports settlements has none, and they need not be looked through. */
const anyTransaction = defineQuery({
  name: 'any_transaction',
  params: z.object({ live: z.array(z.number()) }),
  row: z.object({ isAny: z.literal(1) }),
  sql: sql`SELECT 1 AS isAny FROM settlement_lines WHERE ${LIVE_FACTS} AND status IN ('DEFERRED', 'DEFERRED_RELEASED') LIMIT 1`,
})

/** By the days of the statement. What a settlement has without a word of its release is no part of it. */
async function salesHeldBack(services: Services, company: Company): Promise<SalesHeldBack[]> {
  const { analytics, accounts } = services
  const imports = await liveRequests(accounts, company)
  const live = imports.map(({ attemptVersion }) => attemptVersion!)
  if ((await analytics.run(anyTransaction, company, { live })).length === 0) return []
  const day = (moment: string) => localDay(moment, 'effective_marketplace', EVERY_MARKETPLACE)
  const rows = await analytics.rows<Omit<SalesHeldBack, 'amount'> & { total: string }>(
    `SELECT its_currency AS currency, toString(toStartOfMonth(held_on)) AS heldIn,
       if(is_held, NULL, toString(toStartOfMonth(freed_on))) AS releasedIn, if(is_held, toString(due_on), NULL) AS dueOn,
       nullIf(toString(deferral_reason), '') AS reason, toString(min(held_on)) AS since, toString(sum(toDecimal128(amount, 9))) AS total
     FROM (
       SELECT amount, import_id, line_no, part, deferral_reason, told_status = 'DEFERRED' AS is_held, ${effectiveMarketplace('h')} AS effective_marketplace,
         if(currency != '', toString(currency), ${currencyOf('effective_marketplace')}) AS its_currency,
         ifNull(posted_day, ${day('posted_at')}) AS held_on, ${day('freed_at')} AS freed_on, if(isNull(released_at), NULL, ${day('assumeNotNull(released_at)')}) AS due_on
       FROM (${heldBackRows}) AS h
     )
     WHERE NOT is_held OR (import_id, line_no, part) IN (
       SELECT import_id, line_no, part FROM ledger
       WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND line = 'deferredNetProceeds' AND ${VISIBLE.text}
       GROUP BY import_id, line_no, part HAVING sum(n) > 0)
     GROUP BY currency, heldIn, releasedIn, dueOn, reason`,
    {
      params: {
        companyId: company.id,
        live,
        ...visibilityOf(company),
        ...readingMoments(imports),
        ...homesOf(await listSellerAccounts(accounts, company)),
      },
    },
  )
  return withFewReasons(rows.map(({ total, ...row }) => ({ ...row, amount: parseDecimal(total) })))
}

/** A file may give each sale a reason of its own. */
const REASONS_MAX = 20

/** Those that hold back most; the others are one. */
function withFewReasons(sales: readonly SalesHeldBack[]): SalesHeldBack[] {
  const heldBy = new Map<string | null, Decimal>()
  for (const { reason, amount } of sales)
    heldBy.set(reason, (heldBy.get(reason) ?? ZERO) + (amount < ZERO ? -amount : amount))
  const largest = [...heldBy].toSorted(([, one], [, other]) => (one > other ? -1 : Number(one < other)))
  const others = new Set(largest.slice(REASONS_MAX).map(([reason]) => reason))
  return sales.map((sale) => (others.has(sale.reason) ? { ...sale, reason: OTHER_REASONS } : sale))
}

function deferredOf(sales: readonly SalesHeldBack[]): HeldBack['deferred'] {
  if (sales.length === 0) return null
  const span = spanOf(sales.flatMap(movementsOf))
  const byReason = groupedBy(sales, ({ reason }) => reason)
  const reasons = [...byReason.keys()].toSorted(knownFirst)
  const due = new Map<string, { day: string | null; reason: string | null; amount: Decimal }>()
  for (const { releasedIn, dueOn: day, reason, amount } of sales) {
    if (releasedIn !== null) continue
    const key = JSON.stringify([day, reason])
    due.set(key, { day, reason, amount: (due.get(key)?.amount ?? ZERO) + amount })
  }
  return {
    since: sales.map(({ since }) => since).toSorted()[0]!,
    months: rolledForward(sales.flatMap(movementsOf), span),
    reasons: reasons.map((reason) => ({
      reason,
      months: rolledForward(byReason.get(reason)!.flatMap(movementsOf), span),
    })),
    due: [...due.values()]
      .filter(({ amount }) => amount !== ZERO)
      .toSorted((one, other) => knownFirst(one.day, other.day) || knownFirst(one.reason, other.reason))
      .map(({ amount, ...row }) => ({ ...row, amount: toText(amount, 9) })),
  }
}

/** What is not known comes last. */
function knownFirst(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one < other ? -1 : Number(one > other)
}

const movementsOf = ({ heldIn, releasedIn, amount }: SalesHeldBack): Movement[] => [
  { month: heldIn, brought: ZERO, held: amount, released: ZERO },
  ...(releasedIn === null ? [] : [{ month: releasedIn, brought: ZERO, held: ZERO, released: amount }]),
]

interface SettlementReserve {
  currency: string
  account: string
  endDate: string
  /** Both above zero. */
  kept: Decimal
  givenBack: Decimal
}

async function reservesOfSettlements(services: Services, company: Company): Promise<SettlementReserve[]> {
  const [settlements, accounts, rows] = await Promise.all([
    settlementReconciliation(services, company),
    listSellerAccounts(services.accounts, company),
    services.analytics.rows<{
      accountId: string
      settlementId: string
      money: string
      kept: string
      givenBack: string
    }>(
      `SELECT account_id AS accountId, settlement_id AS settlementId, toString(currency) AS money,
         toString(-sumIf(toDecimal128(amount, 9) * n, amount < 0)) AS kept, toString(sumIf(toDecimal128(amount, 9) * n, amount > 0)) AS givenBack
       FROM ledger WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND kind = 'AMOUNT' AND line = 'memoReserves'
         AND settlement_id != '' AND feed = 'SETTLEMENT' AND ${VISIBLE.text}
       GROUP BY accountId, settlementId, money`,
      { params: { companyId: company.id, ...visibilityOf(company) } },
    ),
  ])
  const kept = new Map(
    rows.map((row) => {
      const account = accounts.find(({ id }) => id === row.accountId)?.name ?? ''
      return [`${row.money} ${row.settlementId} ${account}`, row]
    }),
  )
  const currencies = new Set(rows.map(({ money }) => money))
  // A settlement that keeps nothing is a month in which nothing is kept.
  return settlements.flatMap(({ currency, account, settlementId, endDate }) => {
    if (!endDate || !currencies.has(currency)) return []
    const own = kept.get(`${currency} ${settlementId} ${account}`)
    return [
      {
        currency,
        account,
        endDate,
        kept: parseDecimal(own?.kept ?? '0'),
        givenBack: parseDecimal(own?.givenBack ?? '0'),
      },
    ]
  })
}

function reservesOf(reserves: readonly SettlementReserve[]): HeldBack['reserves'] {
  const inOrder = reserves.toSorted((one, other) => one.endDate.localeCompare(other.endDate))
  const firsts = new Map(inOrder.toReversed().map((one) => [one.account, one]))
  const lasts = new Map(inOrder.map((one) => [one.account, one]))
  const months = rolledForward(
    inOrder.map((one) => ({
      month: `${one.endDate.slice(0, 7)}-01`,
      // What the first settlement of an account gives back was kept before it.
      brought: firsts.get(one.account) === one ? one.givenBack : ZERO,
      held: one.kept,
      released: one.givenBack,
    })),
  )
  const kept = [...lasts.values()].reduce((sum, last) => sum + last.kept, ZERO)
  return { months, unexplained: toText(kept - parseDecimal(months.at(-1)?.end ?? '0'), 9) }
}

interface Movement {
  /** First day of a month. */
  month: string
  brought: Decimal
  held: Decimal
  released: Decimal
}

/** First days of the first and the last month of movements. */
function spanOf(movements: readonly Movement[]): DateRange | undefined {
  const known = movements.map(({ month }) => month).toSorted()
  const [start, end] = [known[0], known.at(-1)]
  return start === undefined || end === undefined ? undefined : { start, end }
}

function rolledForward(movements: readonly Movement[], span = spanOf(movements)): RollForward[] {
  if (!span) return []
  let before = ZERO
  const inMonth = groupedBy(movements, ({ month }) => month)
  return monthsOf(span).map((month) => {
    const own = inMonth.get(month) ?? []
    const sum = (part: 'brought' | 'held' | 'released') => own.reduce((total, one) => total + one[part], ZERO)
    const [held, released] = [sum('held'), sum('released')]
    const [begins, brought] = month === span.start ? [sum('brought'), ZERO] : [before, sum('brought')]
    const end = begins + brought + held - released
    before = end
    const text = (amount: Decimal) => toText(amount, 9)
    return {
      month: month.slice(0, 7),
      start: text(begins),
      brought: text(brought),
      held: text(held),
      released: text(released),
      end: text(end),
    }
  })
}

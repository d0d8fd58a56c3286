import { z } from 'zod'
import { divide, parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { namesIn } from '#contract/metrics/evaluate.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { PNL_BASES, type NotAllocated, type PnlBasis } from '#contract/profit-and-loss.ts'
import { listSellerAccounts, type Company } from '#server/accounts/index.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import { closedStates } from '#server/ledger/closed-months/closed-states.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { monthNumber, readVersionOn, visibilityOf, VISIBLE } from '#server/ledger/journal.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'

/**
 * SCOPE-1: what belongs to a selection of marketplaces and products, what is of an account alone and left out of it, and
 * what of that is shared by net sales.
 */
export const ALLOCATIONS = ['OWN', 'SHARED', 'LEFT_OUT'] as const

export const ALLOCATION_SCOPE = {
  /** All of them when empty. */
  marketplaces: z.array(z.string()),
  /** These products, an empty one being what has none; all of them when `anyProduct`. */
  skus: z.array(z.string()),
  anyProduct: z.boolean(),
  /** Currencies whose accounts have no marketplace outside the selection; all of them when `isAll`. */
  wholeCurrencies: z.array(z.string()),
  isAll: z.boolean(),
  /**
   * Closed months (202505) of which the selection was another part when they were closed: in which of them it was all, and
   * `EUR 202505` for the currencies that were whole.
   */
  heldMonths: z.array(z.number()),
  heldAll: z.array(z.number()),
  heldWhole: z.array(z.string()),
  /** `EUR 2025-02-01`: currencies and months whose amounts are shared; `shares` are the selection's parts in each. */
  shareKeys: z.array(z.string()),
}
export const ALLOCATION_PARAMS = { ...ALLOCATION_SCOPE, shares: z.array(z.string()) }

/** Rows that the selection is about or leaves out, and no rows of other marketplaces and products. */
export const MARKETPLACE_IN_SCOPE = sql`
  (empty({marketplaces:Array(String)}) OR marketplace IN {marketplaces:Array(String)} OR marketplace = '')`

/** Of a day of one of those months, or of another one. */
const held = (then: Sql, now: Sql): Sql =>
  sql`if(notEmpty({heldMonths:Array(UInt32)}) AND has({heldMonths:Array(UInt32)}, toYYYYMM(day)), ${then}, ${now})`

const IS_LEFT_OUT = sql`
  (marketplace = '' AND NOT ${held(
    sql`has({heldAll:Array(UInt32)}, toYYYYMM(day)) OR has({heldWhole:Array(String)}, concat(toString(currency), ' ', toString(toYYYYMM(day))))`,
    sql`{isAll:Bool} OR has({wholeCurrencies:Array(String)}, toString(currency))`,
  )})`

const shareKeyOf = (currency: Sql, day: Sql): Sql =>
  sql`concat(toString(${currency}), ' ', toString(toStartOfMonth(${day})))`

/** Of rows without regard to their product. */
export const ALLOCATION = sql`
  multiIf(NOT ${IS_LEFT_OUT}, 'OWN', notEmpty({shareKeys:Array(String)}) AND has({shareKeys:Array(String)}, ${shareKeyOf(sql`currency`, sql`day`)}), 'SHARED', 'LEFT_OUT')`

/** Of rows that know a SKU, with a selection of products: what has none is left out, unless it is what is asked for. */
export const ALLOCATION_OF_SKUS = sql`
  if((sku = '' AND NOT has({skus:Array(String)}, '')) OR ${IS_LEFT_OUT}, 'LEFT_OUT', 'OWN')`

/** Expenses that the selection is about or leaves out, and none of other marketplaces, brands and categories. */
export const EXPENSE_IN_SCOPE = sql`
  ${MARKETPLACE_IN_SCOPE} AND (empty({expenseBrands:Array(String)}) OR brand = '' OR brand IN {expenseBrands:Array(String)})
  AND (empty({expenseCategories:Array(String)}) OR category IN {expenseCategories:Array(String)})`

/** Of expenses: no product has any, a brand has its own, and those of the whole company are of no account. */
export const ALLOCATION_OF_EXPENSES = sql`
  if(({anyProduct:Bool} OR {isOfNoProduct:Bool} OR {ownsBrandExpenses:Bool} AND brand != '') AND (marketplace != '' OR ${held(sql`has({heldAll:Array(UInt32)}, toYYYYMM(day))`, sql`{isAll:Bool}`)}), 'OWN', 'LEFT_OUT')`

/** SQL: what share of a row of a shared allocation is the selection's. */
export const shareOf = (currency: Sql, day: Sql): Sql =>
  sql`toDecimal256(transform(${shareKeyOf(currency, day)}, {shareKeys:Array(String)}, {shares:Array(String)}, '0'), 12)`
export const SHARE = shareOf(sql`currency`, sql`day`)

/** Of an amount with 27 digits. */
export const ownPart = (amount: Sql): Sql =>
  sql`if(allocation = 'SHARED', toDecimal256(${amount} * ${SHARE}, 27), ${amount})`

export interface Selection {
  marketplaces?: readonly string[] | undefined
  skus: readonly string[] | undefined
  notAllocated: NotAllocated
}

export interface Allocation {
  params: z.infer<z.ZodObject<typeof ALLOCATION_PARAMS>>
  /** Amounts with these words are the answer; those left out are told beside it. */
  shown: (typeof ALLOCATIONS)[number][]
}

export async function allocationIn(
  services: Services,
  company: Company,
  { marketplaces = [], skus, notAllocated }: Selection,
  basis: PnlBasis,
): Promise<Allocation> {
  const isOnly = notAllocated === 'ONLY'
  /** Which part of a state of the company the selection is. */
  const partOf = async (state: Company) => {
    const { heldMarketplaces } = await moneyOf(services, state)
    const coversAll =
      heldMarketplaces.length > 0 && heldMarketplaces.every((code) => marketplaces.includes(code))
    // Everything is in one marketplace, or else nothing is left out of all of them.
    const hasOthers = isOnly && !skus && heldMarketplaces.length !== 1
    const isAll = (marketplaces.length === 0 || coversAll) && !hasOthers
    const ofAccounts = isAll ? new Map<string, string[]>() : await accountMarketplaces(services, state)
    return { coversAll, isAll, ofAccounts, whole: wholeCurrencies(ofAccounts, marketplaces) }
  }
  const states = await closedStates(services, company)
  const [{ coversAll, isAll, ofAccounts, whole }, then] = await Promise.all([
    partOf(company),
    Promise.all([...states.values()].map(partOf)),
  ])
  const partAt = new Map([...states.keys()].map((version, index) => [version, then[index]!]))
  const differing = company.closedMonths.flatMap(({ month, version }) => {
    const part = partAt.get(version)!
    const isSame = part.isAll === isAll && part.whole.toSorted().join() === whole.toSorted().join()
    return isSame ? [] : { month: monthNumber(month), part }
  })
  const params = {
    marketplaces: coversAll && then.every((part) => part.coversAll) ? [] : [...marketplaces],
    skus: [...(skus ?? [])],
    anyProduct: !skus,
    isAll,
    heldMonths: differing.map(({ month }) => month),
    heldAll: differing.flatMap(({ month, part }) => (part.isAll ? month : [])),
    heldWhole: differing.flatMap(({ month, part }) => part.whole.map((currency) => `${currency} ${month}`)),
    wholeCurrencies: whole,
    shareKeys: [] as string[],
    shares: [] as string[],
  }
  if (notAllocated === 'SHARED' && !(isAll && then.every((part) => part.isAll)) && !skus) {
    const accountsIn = (month: string) => partAt.get(readVersionOn(company, month))?.ofAccounts ?? ofAccounts
    const shares = sharesOf(await netSales(basis)(services, company), accountsIn, marketplaces)
    params.shareKeys = [...shares.keys()]
    params.shares = [...shares.values()].map((share) => toText(share, 12))
  }
  return { params, shown: isOnly ? ['LEFT_OUT'] : ['OWN', 'SHARED'] }
}

/** Of a currency, the marketplaces of all accounts that have amounts in it. */
type AccountMarketplaces = ReadonlyMap<string, readonly string[]>

const accountMarketplaces = perVersion(async (services, company): Promise<AccountMarketplaces> => {
  const [held, accounts] = await Promise.all([
    services.analytics.rows<{ accountId: string; currency: string; marketplace: string }>(
      `SELECT toString(account_id) AS accountId, toString(currency) AS currency, toString(marketplace) AS marketplace FROM ledger
       WHERE company_id = {companyId:String} AND ${VISIBLE.text} GROUP BY accountId, currency, marketplace HAVING sum(n) > 0`,
      { params: { companyId: company.id, ...visibilityOf(company) } },
    ),
    listSellerAccounts(services.accounts, company),
  ])
  const marketplacesOf = (accountId: string) => {
    const codes = held
      .filter((row) => row.accountId === accountId && row.marketplace)
      .map((row) => row.marketplace)
    const home = accounts.find(({ id }) => id === accountId)?.homeMarketplace
    return codes.length === 0 && home ? [home] : codes
  }
  const result = new Map<string, string[]>()
  for (const { currency, accountId } of held)
    result.set(currency, [...new Set([...(result.get(currency) ?? []), ...marketplacesOf(accountId)])])
  return result
})

/** Without a selection: those of which a marketplace alone says everything. */
const wholeCurrencies = (ofAccounts: AccountMarketplaces, marketplaces: readonly string[]): string[] =>
  [...ofAccounts]
    .filter(([, codes]) =>
      marketplaces.length === 0
        ? codes.length === 1
        : codes.length > 0 && codes.every((code) => marketplaces.includes(code)),
    )
    .map(([currency]) => currency)

type NetSales = { marketplace: string; currency: string; month: string; amount: Decimal }[]

const netSalesIn = (basis: PnlBasis) =>
  perVersion(
    async ({ analytics }, company): Promise<NetSales> => {
      const rows = await analytics.rows<{
        marketplace: string
        currency: string
        month: string
        amount: string
      }>(
        `SELECT toString(marketplace) AS marketplace, toString(currency) AS currency, toString(toStartOfMonth(day)) AS month,
         toString(sum(toDecimal128(amount, 9))) AS amount
       FROM ledger_by_day AS l
       WHERE company_id = {companyId:String} AND basis = {basis:String} AND ${VISIBLE.text} AND l.marketplace != '' AND line IN {lines:Array(String)}
       GROUP BY marketplace, currency, month`,
        {
          params: {
            companyId: company.id,
            basis,
            lines: namesIn('ledger', ['netSales']),
            ...visibilityOf(company),
          },
        },
      )
      return rows
        .map((row) => ({ ...row, amount: parseDecimal(row.amount) }))
        .filter(({ marketplace, currency }) => marketplaceOf(marketplace)?.currency === currency)
    },
    ({ length }) => length,
  )
const netSalesOf = Object.fromEntries(PNL_BASES.map((basis) => [basis, netSalesIn(basis)]))
const netSales = (basis: PnlBasis) => netSalesOf[basis]!

/** The selection's share of the net sales of each currency and month, where there are any. */
function sharesOf(
  sales: NetSales,
  accountsIn: (month: string) => AccountMarketplaces,
  marketplaces: readonly string[],
): Map<string, Decimal> {
  const sums = new Map<string, { own: Decimal; all: Decimal }>()
  for (const { marketplace, currency, month, amount } of sales) {
    if (amount <= ZERO || !accountsIn(month).get(currency)?.includes(marketplace)) continue
    const key = `${currency} ${month}`
    const { own, all } = sums.get(key) ?? { own: ZERO, all: ZERO }
    sums.set(key, {
      own: own + (marketplaces.includes(marketplace) ? amount : ZERO),
      all: all + amount,
    })
  }
  return new Map([...sums].map(([key, { own, all }]) => [key, divide(own, all)!]))
}

/** Nothing is left out of the selection, in no month. */
export const isOfAll = ({ isAll, heldMonths }: Pick<Allocation['params'], 'isAll' | 'heldMonths'>): boolean =>
  isAll && heldMonths.length === 0

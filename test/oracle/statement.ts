/** The statement of a period from postings: leaves, groups and results as the tree of the statement has them. */
import { localDay, type Day } from './calendar.ts'
import { scaled, whole, type Amount } from './decimals.ts'
import { exchanged } from './exchange.ts'
import { MARKETPLACES } from './marketplaces.ts'
import type { Posting } from './postings.ts'
import type { RawData } from './raw-files.ts'

/** A group is the sum of its lines, a result the sum of what it names. */
const SUMS: Record<string, readonly string[]> = {
  grossSales: ['productSales', 'shippingRevenue', 'giftWrapRevenue'],
  promotions: ['productPromotions', 'shippingPromotions'],
  refunds: [
    'refundedProductSales',
    'refundedShipping',
    'refundedGiftWrap',
    'refundedPromotions',
    'claimsAndChargebacks',
  ],
  netSales: ['grossSales', 'promotions', 'refunds', 'salesVat'],
  cogs: ['cogsManufacturing', 'cogsFreight', 'cogsDuty', 'cogsOther', 'cogsReturned'],
  contributionMargin1: ['netSales', 'cogs'],
  sellingFees: [
    'referralFees',
    'referralFeesRefunded',
    'refundAdminFees',
    'closingFees',
    'digitalServicesFees',
  ],
  fulfilmentCosts: ['fbaFulfilmentFees', 'fbmShippingCosts', 'fbaReturnFees'],
  storageAndInventory: [
    'monthlyStorageFees',
    'agedInventoryFees',
    'inboundFees',
    'removalFees',
    'inventoryLosses',
    'reimbursements',
  ],
  contributionMargin2: ['contributionMargin1', 'sellingFees', 'fulfilmentCosts', 'storageAndInventory'],
  marketing: ['advertisingSp', 'advertisingSb', 'advertisingSd', 'advertisingBilled', 'promotionFees'],
  contributionMargin3: ['contributionMargin2', 'marketing'],
  accountLevel: ['subscriptionFees', 'otherAmazonFees', 'adjustments'],
  netProfit: ['contributionMargin3', 'accountLevel', 'operatingExpenses'],
  memo: [
    'memoFacilitatorTax',
    'memoFeeVat',
    'memoAdvertisingBilled',
    'memoLoans',
    'memoReserves',
    'memoTransfers',
  ],
}
const LEAVES = [
  'unitsSold',
  'unitsRefunded',
  'salesVat',
  'deferredNetProceeds',
  'operatingExpenses',
  ...Object.values(SUMS)
    .flat()
    .filter((line) => !(line in SUMS)),
]

/** Made from something else than settlements: known where it has entries, also where no settlement is. */
const OF_OTHER_SOURCES = [
  'advertisingSp',
  'advertisingSb',
  'advertisingSd',
  'inventoryLosses',
  'operatingExpenses',
]

/** Where amounts stand when billed charges are the cost. */
const WHERE_BILLED: Record<string, string> = {
  memoAdvertisingBilled: 'advertisingBilled',
  advertisingSp: 'memoAdvertisingBilled',
  advertisingSb: 'memoAdvertisingBilled',
  advertisingSd: 'memoAdvertisingBilled',
}

export interface Question {
  from: Day
  to: Day
  currency: string
  /** One alone, or null for what is allocated to none; without it, everything. */
  marketplace?: string | null
  /** Charges of settlements are the cost of advertising, and what reports say is not (ADS-2). */
  usesBilledAdvertising?: boolean
}

/** A number of the statement; null where it is missing (ZERO-1, FX-2). */
export interface Cell {
  value: Amount | null
  /** How often a division was needed for it, weighed with exchange rates: each result may be rounded by others. */
  divisions: Amount
}

const MISSING: Cell = { value: null, divisions: 0n }

export function statementOf(
  data: RawData,
  postings: readonly Posting[],
  question: Question,
): Record<string, Cell> {
  const byLine = new Map<string, Posting[]>()
  for (const posting of postings) {
    if (!isAsked(posting, question)) continue
    const line = question.usesBilledAdvertising ? (WHERE_BILLED[posting.line] ?? posting.line) : posting.line
    const ofLine = byLine.get(line)
    if (ofLine) ofLine.push(posting)
    else byLine.set(line, [posting])
  }
  const leaf = (line: string): Cell => {
    const own = byLine.get(line) ?? []
    const isKnown = isCovered(data, question) || (own.length > 0 && OF_OTHER_SOURCES.includes(line))
    return isKnown ? converted(data.rates, own, question.currency) : MISSING
  }

  const cells: Record<string, Cell> = Object.fromEntries(LEAVES.map((line) => [line, leaf(line)]))
  for (const [line, parts] of Object.entries(SUMS)) cells[line] = together(parts.map((part) => cells[part]!))
  const [sold, refunded, sales] = [cells['unitsSold']!, cells['unitsRefunded']!, cells['productSales']!]
  cells['netUnits'] = together([sold, negated(refunded)])
  cells['averageSellingPrice'] =
    sold.value === null || sold.value === 0n || sales.value === null
      ? MISSING
      : { value: scaled(sales.value, whole(1), sold.value), divisions: whole(1) }
  return cells
}

/** How many there are of what is counted beside the lines. */
export const countOf = (postings: readonly Posting[], what: string, question: Question): number =>
  postings
    .filter((posting) => posting.line === what && isAsked(posting, question))
    .reduce((sum, { amount }) => sum + Number(amount / whole(1)), 0)

const isAsked = ({ day, marketplace }: Posting, question: Question): boolean =>
  day >= question.from &&
  day <= question.to &&
  (question.marketplace === undefined || question.marketplace === marketplace)

/** Some settlement reaches into the period. */
const isCovered = ({ settlements }: RawData, { from, to, marketplace }: Question): boolean =>
  settlements.some(({ start, end, currency }) => {
    const code = Object.keys(MARKETPLACES).find((one) => MARKETPLACES[one]!.currency === currency)!
    return (marketplace ?? code) === code && localDay(start, code) <= to && localDay(end, code) >= from
  })

/** Amounts of a line, each with the rate of its day. What cancels on a day needs no rate. */
function converted(rates: RawData['rates'], postings: readonly Posting[], to: string): Cell {
  const sums = new Map<string, Pick<Posting, 'rateDay' | 'currency' | 'amount' | 'divisions'>>()
  for (const { rateDay, currency, amount, divisions } of postings) {
    const key = `${currency} ${rateDay}`
    const sum = sums.get(key) ?? { rateDay, currency, amount: 0n, divisions: 0 }
    sum.amount += amount
    sum.divisions += divisions
    sums.set(key, sum)
  }
  return together(
    [...sums.values()].map(({ rateDay, currency: from, amount, divisions }) => {
      if (from === null) return { value: amount, divisions: 0n }
      const value = exchanged(rates, amount, { from, to, day: rateDay })
      if (value === null) return MISSING
      return { value, divisions: exchanged(rates, whole(divisions), { from, to, day: rateDay })! }
    }),
  )
}

const together = (cells: readonly Cell[]): Cell =>
  cells.some(({ value }) => value === null)
    ? MISSING
    : {
        value: cells.reduce((sum, { value }) => sum + value!, 0n),
        divisions: cells.reduce((sum, { divisions }) => sum + divisions, 0n),
      }

const negated = ({ value, divisions }: Cell): Cell => ({ value: value === null ? null : -value, divisions })

/** A story as the seller that the sandbox serves. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { marketplaceOf, type Region } from '#contract/marketplaces.ts'
import { dayOf } from '../demo-window.ts'
import { random } from '../random.ts'
import type {
  ReportAnswer,
  ReportQuestion,
  Seller,
  SellerProfile,
  SellerRegion,
  TruthOfDay,
} from '../seller.ts'
import { adRows } from './ad-report.ts'
import { marketDays, type MarketDays } from './market-days.ts'
import { allOrders, customerReturns, reimbursements } from './order-reports.ts'
import { remembered } from '../remembered.ts'
import { couponPerformance, promotionPerformance } from './promotion-reports.ts'
import { removalOrders } from './removal-reports.ts'
import { searchQueries } from './search-report.ts'
import { settlementsOf, type Settlements } from './settlements.ts'
import {
  feePreview,
  inventoryPlanning,
  ledgerSummary,
  manageInventory,
  merchantListings,
  strandedStock,
  type StockQuestion,
} from './stock-reports.ts'
import { agedFees, storageFees } from './storage-reports.ts'
import { lastFullHour, storyWindow, type Story } from './story.ts'
import { salesAndTraffic } from './traffic-report.ts'
import { transactionsOf } from './transactions.ts'
import { truthOf } from './truth.ts'
import { vatTransactions } from './vat-report.ts'
import { warehouseOf, type Warehouse } from './warehouse.ts'

/** A seller's account in a region, with all that it is made of. */
interface Account {
  region: SellerRegion
  places: readonly Place[]
  settlements: readonly Settlements[]
}

interface Place {
  days: MarketDays
  warehouse: Warehouse
  settlements: Settlements
  profile: SellerProfile
}

/** @param seed the same one gives the same seller */
export function storySeller(story: Story, firstDay: IsoDate, seed: number): Seller {
  const window = storyWindow(firstDay)
  const accounts = story.accounts.map(({ region, storeName, markets }): Account => {
    const days = markets.map((market) => marketDays(market, window, seed, story.isDeferred))
    const currencies = [...new Set(markets.map(({ currency }) => currency))]
    const settlements = currencies.map((currency) =>
      settlementsOf(
        region,
        days.filter(({ market }) => market.currency === currency),
        story.owesAtTimes,
      ),
    )
    const chance = random(seed, 'account', story.id, region)
    const sellingPartnerId = `A${chance.letters(13).toUpperCase()}`
    return {
      region: { region, sellingPartnerId, storeName, marketplaces: markets.map(({ code }) => code) },
      settlements,
      places: days.map((one) => ({
        days: one,
        warehouse: warehouseOf(one),
        settlements: settlements.find(({ markets: some }) => some.includes(one))!,
        profile: profileOf(story, region, one, `ENTITY${chance.letters(12).toUpperCase()}`, seed),
      })),
    }
  })
  const places = accounts.flatMap((account) => account.places)
  const advertising = places.filter(({ days }) =>
    days.market.goods.some((good) => good.advertisingPercent > 0),
  )

  const settledBefore = ({ settlements }: Place, now: number): number => {
    const made = settlements.madeBy(now)
    return made === 0 ? 0 : settlements.period(made - 1).end
  }
  const truth = remembered(1, (now: number): readonly TruthOfDay[] =>
    places.flatMap((place) => truthOf(place.days, place.warehouse, now, settledBefore(place, now))),
  )
  return {
    id: story.id,
    name: story.name,
    about: story.about,
    establishmentCountry: story.establishmentCountry,
    regions: accounts.map(({ region }) => region),
    profiles: advertising.map(({ profile }) => profile),
    behaviour: story.behaviour,
    firstDay,
    items: (marketplace) =>
      (places.find(({ days }) => days.market.code === marketplace)?.days.market.goods ?? []).map((good) => ({
        asin: good.asin,
        sku: good.sku,
        title: good.title,
        brand: story.brand,
        ...(good.parentAsin !== good.asin && { parentAsin: good.parentAsin }),
      })),
    report(question, now) {
      const account = accounts.find(({ region }) => region.region === question.region)
      const asked = (account?.places ?? []).filter(({ days }) =>
        question.marketplaces.includes(days.market.code),
      )
      if (asked.length === 0)
        return { kind: 'FATAL', reason: 'The account does not sell in these marketplaces.' }
      return reportOf(story, account!.region, question, asked, lastFullHour(now))
    },
    settlements: (region, now) =>
      accounts
        .filter((account) => account.region.region === region)
        .flatMap((account) => account.settlements)
        .flatMap((settlements) =>
          Array.from({ length: settlements.madeBy(now.getTime()) }, (_, index) => settlements.report(index)),
        )
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
    advertising(question, now) {
      const place = advertising.find(({ profile }) => profile.profileId === question.profileId)
      return place ? adRows(question, place.days, lastFullHour(now)) : []
    },
    transactions(region, after, before, now) {
      const account = accounts.find((one) => one.region.region === region)
      const asked = { after: after.getTime(), before: before.getTime(), now: lastFullHour(now) }
      return (account?.places ?? [])
        .flatMap(({ days }) => transactionsOf(days, account!.region.sellingPartnerId, asked))
        .sort((a, b) => (a.postedDate < b.postedDate ? -1 : a.postedDate > b.postedDate ? 1 : 0))
    },
    truth: (now) => truth(lastFullHour(now)),
    settlementTruth: (now) =>
      accounts
        .flatMap((account) => account.settlements)
        .flatMap((settlements) =>
          Array.from({ length: settlements.madeBy(now.getTime()) }, (_, index) => ({
            settlementId: settlements.id(index),
            currency: settlements.currency,
            total: settlements.total(index),
            firstDay: dayOf(settlements.period(index).start),
            lastDay: dayOf(settlements.period(index).end),
          })),
        ),
  }
}

function profileOf(
  story: Story,
  region: Region,
  { market }: MarketDays,
  accountId: string,
  seed: number,
): SellerProfile {
  const { timeZone } = marketplaceOf(market.code)!
  return {
    // Nineteen digits, as some of Amazon's have.
    profileId: `3${random(seed, 'profile', story.id, market.code).digits(18)}`,
    region,
    marketplace: market.code,
    currency: market.currency,
    timeZone,
    accountId,
    accountName: story.name,
  }
}

function reportOf(
  { ownsBrand, locale }: Story,
  { sellingPartnerId }: SellerRegion,
  question: ReportQuestion,
  places: readonly Place[],
  now: number,
): ReportAnswer {
  const [place] = places
  const { days } = place!
  const all = places.map((one) => one.days)
  const range = { start: dayOf(question.start.getTime()), end: dayOf(question.end.getTime()) }
  const stocks = places.map((one): StockQuestion => ({
    question,
    days: one.days,
    warehouse: one.warehouse,
    day: addDays(one.days.localDay(now), -1),
  }))
  const [stock] = stocks as [StockQuestion]
  switch (question.reportType) {
    case 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL':
    case 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL':
      return allOrders(question, all, now)
    case 'GET_SALES_AND_TRAFFIC_REPORT':
      return salesAndTraffic(question, days, range, now)
    case 'GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA':
      return customerReturns(question, all, range, now)
    case 'GET_FBA_REIMBURSEMENTS_DATA':
      return reimbursements(question, all, range, now)
    case 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA':
      return manageInventory(stock)
    case 'GET_FBA_INVENTORY_PLANNING_DATA':
      return inventoryPlanning(stock)
    case 'GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA':
      return feePreview(stock)
    case 'GET_LEDGER_SUMMARY_VIEW_DATA':
      return ledgerSummary(stocks, question)
    case 'GET_FBA_STORAGE_FEE_CHARGES_DATA':
      return storageFees(stocks, range)
    case 'GET_FBA_FULFILLMENT_LONGTERM_STORAGE_FEE_CHARGES_DATA':
      return agedFees(stocks, range)
    case 'GET_FBA_FULFILLMENT_REMOVAL_ORDER_DETAIL_DATA':
      return removalOrders(stocks, range)
    case 'GET_STRANDED_INVENTORY_UI_DATA':
      return strandedStock(question)
    case 'GET_MERCHANT_LISTINGS_ALL_DATA':
      return merchantListings(stock, locale)
    case 'GET_VAT_TRANSACTION_DATA':
      return vatTransactions(stocks, sellingPartnerId, range)
    case 'GET_PROMOTION_PERFORMANCE_REPORT':
      return promotionPerformance({ question, days, sellingPartnerId, now })
    case 'GET_COUPON_PERFORMANCE_REPORT':
      return couponPerformance({ question, days, sellingPartnerId, now })
    case 'GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT':
      return ownsBrand
        ? searchQueries(question, days, range, now)
        : { kind: 'FATAL', reason: 'The account owns no brand.' }
    default:
      return { kind: 'CANCELLED' }
  }
}

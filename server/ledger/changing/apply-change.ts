import type { FactTable } from '#amazon/index.ts'
import type { Company } from '#server/accounts/index.ts'
import { Derivation } from '#server/ledger/derivation/derive.ts'
import type { FactScope } from '#server/ledger/derivation/derive-context.ts'
import { StockLossDerivation } from '#server/ledger/derivation/derive-stock-losses.ts'
import { EXPENSE_PERIODS, EXPENSES_FEED } from '#server/ledger/derivation/derive-expenses.ts'
import { MEASURED_TABLES } from '#server/ledger/derivation/derive-measures.ts'
import { MEASURE_ROLL_UPS, MEASURES } from '#server/ledger/derivation/measures-journal.ts'
import { append, replace, rollUp, visibilityOf, type JournalWriter, holds } from '#server/ledger/journal.ts'
import { writeRates } from '#server/ledger/currencies/rate-sets.ts'
import {
  ORDERS_OF_VERSION,
  SETTLED_FEES_FEEDS,
  SETTLED_ORDERS_OF_VERSION,
  settledFees,
} from '#server/ledger/derivation/settled-fees.ts'
import type { Services } from '#server/ledger/services.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { type Change, Work } from './work.ts'
import { EVERYTHING, NOTHING, contextOf } from './derivation-scope.ts'
import { productsCostedOtherwise, replaceCosts } from './cost-rows.ts'
import { settlementLines, appendSettlementRows, replaceAll } from './settlement-rows.ts'
import { orders, orderDerivationOf } from './order-rows.ts'
import { returnsTouched, returnsDerivation } from './return-rows.ts'
import { sharesOfStorage, storageOfOrders } from './storage-rows.ts'
import { replaceMeasures, EVERY_DAY, writeMeasures } from './measured-rows.ts'

/** Facts whose change may change what any row of the ledger says. */
const TOUCHES_EVERYTHING: readonly FactTable[] = ['product_costs', 'vat_rates']

/**
 * Writes, under the writer's version, everything that the change makes different: ledger, roll-ups, rates. Nothing of it
 * is seen until the version is published.
 */
export async function applyChange(work: Work): Promise<void> {
  const [touched, held] = await Promise.all([
    work.touched(),
    work.tables(),
    work.vatPeriods(),
    work.held(),
    work.mayBringLines && work.mapped(),
  ])
  await Promise.all([derive(work, touched, held), work.keepHoldings()])
  await work.cleared()
}

async function derive(
  work: Work,
  touched: ReadonlySet<FactTable>,
  held: ReadonlySet<FactTable>,
): Promise<void> {
  const { services, writer, change } = work
  // Rates are looked up by whoever reads.
  const settingsChanged = change.changedSettings.some((key) => key !== 'fxPolicy')
  const touchesCostsAlone = !settingsChanged && touched.size === 1 && touched.has('product_costs')
  const costed = touchesCostsAlone ? await productsCostedOtherwise(work) : undefined
  const touchesEverything =
    !costed && (settingsChanged || TOUCHES_EVERYTHING.some((table) => touched.has(table)))
  const isFirst = change.live.length === change.changed.length && !(await holds(writer, 'ledger'))

  // Rates and the ledger say nothing of each other.
  const rates =
    touched.has('exchange_rates') || change.changedSettings.includes('fxPolicy') || isFirst
      ? writeRates(services, writer, change.live, change.settings.fxPolicy)
      : undefined
  // Marks its rejection as handled; the `await` further down reports it.
  rates?.catch(() => {})

  let changedLines: FactScope | undefined
  if (touchesEverything && !isFirst) await replaceAll(work)
  else if (touched.has('settlement_lines')) changedLines = await settlementLines(work, isFirst)

  const related = touchesEverything || touched.has('settlement_lines')
  const returns =
    touched.has('returns') || held.has('returns')
      ? await returnsTouched(work, { touched, touchesEverything, costed: costed?.skus ?? [], changedLines })
      : undefined
  const mayMoveAds = related && held.has('ads_daily') && (await holdsUnplacedAds(work))
  const ledger = async () => {
    if (returns)
      await replace(
        writer,
        returns.returnsFeed(),
        { feeds: ['RETURN'], where: returns.where },
        returns.params,
      )
    if (touched.has('ads_daily') || mayMoveAds) {
      const { selects, params } = await adsFeed(work)
      await replace(writer, selects, { feeds: ['ADS'], where: '1' }, params)
    }
    if (touched.has('inventory_ledger') || (touchesEverything && held.has('inventory_ledger')))
      await stockLosses(work, EVERYTHING)
    if (costed) {
      await replaceCosts(work, costed)
      if (held.has('inventory_ledger'))
        await stockLosses(work, { where: 'sku IN {costed:Array(String)}', params: { costed: costed.skus } })
    }
    if (touched.has('expenses')) {
      await replace(
        writer,
        EXPENSES_FEED,
        { where: '1' },
        { live: change.live, ...change.moments },
        EXPENSE_PERIODS,
      )
    }
    await sharesOfStorage(work)
    if (touched.has('order_items') || held.has('order_items')) {
      await orders(work, touchesEverything ? 'ALL' : touched)
      const { lines } = await work.holdings()
      if (lines.length > 0) await Promise.all([settledFeesOfOrders(work), storageOfOrders(work)])
    }
    await rollUp(writer)
    await rates
  }
  // What is counted beside the ledger says nothing of it either.
  await Promise.all([ledger(), replaceMeasures(work, touched, { held, mayMoveAds, returns })])
}

/** What was charged for orders in place of what was expected. Comparing takes the engine longer than to look whether any is settled. */
async function settledFeesOfOrders({ writer }: Work): Promise<void> {
  const { analytics, company, version } = writer
  const settled = await analytics.rows(SETTLED_ORDERS_OF_VERSION, {
    params: { companyId: company.id, version, ...visibilityOf(company) },
  })
  if (settled.length === 0) return
  await replace(
    writer,
    settledFees(),
    { feeds: SETTLED_FEES_FEEDS, where: `basis = 'ORDER' AND ${ORDERS_OF_VERSION}` },
    {},
  )
}

async function stockLosses(work: Work, scope: FactScope): Promise<void> {
  const losses = new StockLossDerivation(scope, await contextOf(work, NOTHING))
  await replace(work.writer, losses.stockLossFeed(), { feeds: ['STOCK'], where: scope.where }, losses.params)
}

/** Advertising that belongs where the other rows of its month belong. */
async function holdsUnplacedAds({ writer: { analytics, company }, change }: Work): Promise<boolean> {
  const rows = await analytics.rows(
    `SELECT 1 FROM ads_daily WHERE ${LIVE_FACTS.text} AND marketplace = '' LIMIT 1`,
    { params: { companyId: company.id, live: change.live } },
  )
  return rows.length > 0
}

async function adsFeed(work: Work) {
  const derivation = new Derivation(
    EVERYTHING,
    await contextOf(work, NOTHING, { places: await work.places() }),
  )
  return { selects: derivation.adsFeed(), params: derivation.params }
}

/**
 * Everything anew from the facts of these attempts, without regard to what stands. Without rates where nobody will read
 * it in another currency.
 */
export async function deriveAfresh(
  services: Services,
  writer: JournalWriter,
  change: Change,
  { hasRates = true, accountsOf = writer.company }: { hasRates?: boolean; accountsOf?: Company } = {},
): Promise<void> {
  const work = new Work(services, writer, change, accountsOf)
  await work.keepHoldings()
  const held = await work.tables()
  if (held.has('settlement_lines')) await appendSettlementRows(work, EVERYTHING)
  const returns = held.has('returns') ? await returnsDerivation(work, EVERYTHING) : undefined
  if (returns) await append(writer, returns.returnsFeed(), returns.params)
  if (held.has('ads_daily')) {
    const { selects, params } = await adsFeed(work)
    await append(writer, selects, params)
  }
  if (held.has('inventory_ledger')) {
    const losses = new StockLossDerivation(EVERYTHING, await contextOf(work, NOTHING))
    await append(writer, losses.stockLossFeed(), losses.params)
  }
  if (held.has('expenses'))
    await append(writer, EXPENSES_FEED, { live: change.live, ...change.moments }, EXPENSE_PERIODS)
  const sold = held.has('order_items') ? await orderDerivationOf(work, EVERYTHING) : undefined
  // Fees are expected from what this version says, not from the one that it replaces.
  if (sold) await append(writer, sold.ordersFeed(), { ...sold.params, publishedVersion: 0 })
  if (sold) await append(writer, settledFees(), { publishedVersion: 0 })
  await sharesOfStorage(work, { isAfresh: true })
  if (sold) await storageOfOrders(work, { isAfresh: true })
  if (hasRates) await writeRates(services, writer, change.live, change.settings.fxPolicy)
  await rollUp(writer)
  const measured = MEASURED_TABLES.filter((table) => held.has(table))
  for (const table of measured) await writeMeasures(work, table, EVERY_DAY, { isAfresh: true })
  if (returns) await append(writer, returns.returnMeasures(), returns.params, MEASURES)
  if (sold) await append(writer, sold.orderMeasures(), sold.params, MEASURES)
  await rollUp(writer, MEASURE_ROLL_UPS)
  await work.cleared()
}

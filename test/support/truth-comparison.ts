/** Holds what the pages of a connected company say against what a seller of the sandbox says really happened. */
import { addDays, daysOf, later, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { toText } from '#contract/decimal.ts'
import type { GroupKey } from '#contract/explain.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import type { PnlBasis } from '#contract/profit-and-loss.ts'
import type { Seller, TruthOfDay } from '#sandbox/seller.ts'
import { getCompany, type Company } from '#server/accounts/index.ts'
import { answerByKey, answerWhole, scopeOfOrders, type Answered } from '#server/metrics/answer.ts'
import { stockPlaces } from '#server/sync/stock-places.ts'
import type { TestCompany } from './server.ts'
import { OF_DAYS, OF_KINDS, OF_PRODUCTS, saysDaysLack, valueOf, type DayFigure } from './truth-figures.ts'
import { reachOf, type Extent, type Reach } from './truth-reach.ts'

/** Products that are compared one by one: those that sold most, and then some that sold little. */
const PRODUCTS_MAX = 120

interface Compared {
  figures: number
  differences: string[]
}

interface Comparison {
  company: TestCompany
  seller: Seller
  /** The moment of the last answer. */
  now: Date
  extent: Extent
}

export async function compareWithTruth(comparison: Comparison): Promise<Compared> {
  const { seller, company, now } = comparison
  const { accounts } = company.server.services
  const known = (await getCompany(accounts, company.id))!
  const compared: Compared = { figures: 0, differences: [] }
  const truth = seller.truth(now)
  for (const { marketplaces } of seller.regions)
    for (const marketplace of marketplaces) {
      const rows = truth.filter((row) => row.marketplace === marketplace)
      const place = new Place(comparison, known, marketplace, rows, compared)
      await place.compareDays()
      await place.compareKinds()
      await place.compareProducts()
      await place.compareStock()
      await place.comparePages()
    }
  return compared
}

/** A marketplace of the seller. */
class Place {
  readonly #comparison: Comparison
  readonly #company: Company
  readonly #marketplace: string
  readonly #rows: readonly TruthOfDay[]
  readonly #compared: Compared
  readonly #reach: Reach
  readonly #unit: number
  readonly #today: IsoDate
  readonly #scope

  constructor(
    comparison: Comparison,
    company: Company,
    marketplace: string,
    rows: readonly TruthOfDay[],
    compared: Compared,
  ) {
    const { currency, timeZone } = marketplaceOf(marketplace)!
    this.#comparison = comparison
    this.#company = company
    this.#marketplace = marketplace
    this.#rows = rows
    this.#compared = compared
    this.#unit = currency === 'JPY' ? 1 : 100
    this.#today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(comparison.now)
    this.#reach = reachOf(comparison, marketplace, currency, this.#today)
    this.#scope = { currencyCode: currency as 'EUR', marketplaces: [marketplace as 'DE'] }
  }

  /** Each day of the story, and days before it. */
  async compareDays(): Promise<void> {
    const days = daysOf({ start: addDays(this.#comparison.seller.firstDay, -3), end: this.#today })
    const byDay = grouped(this.#rows, ({ day }) => day)
    for (const basis of ['TRANSACTION', 'ORDER'] as const) {
      const asked = OF_DAYS.filter((one) => one.basis === basis)
      const answers = await answerWhole(
        this.#comparison.company.server.services,
        this.#company,
        { ...this.#question(basis, asked), periods: days.map(onDay) },
        undefined,
      )
      for (const [index, day] of days.entries())
        for (const one of asked) this.#compareOn(one, day, answers[index]!, byDay.get(day) ?? [])
    }
  }

  #compareOn(one: DayFigure, day: IsoDate, answered: Answered, rows: readonly TruthOfDay[]): void {
    const reach = this.#reach[one.reach]
    const value = valueOf(one, answered)
    const begins = one.partly ? this.#reach[one.partly].start : reach.start
    const name = `${this.#marketplace} ${day} ${one.name}`
    if (day >= reach.start && day <= reach.end) this.#compare(name, value, this.#real(one, rows))
    // Of a day at an end a part may have come.
    else if (day < addDays(begins, -1)) {
      // Money that Amazon has kept is in a later settlement: a part of its day, which is named as one.
      const isPart =
        one.reach === 'settled' &&
        value !== null &&
        value <= this.#real(one, rows) &&
        saysDaysLack(one, answered)
      if (!isPart) this.#absent(name, value)
    }
  }

  /** From the groups of the drawer, over all days that are settled. */
  async compareKinds(): Promise<void> {
    const { settled } = this.#reach
    if (settled.start > settled.end) return
    const rows = this.#rows.filter(isIn(settled))
    for (const { lineId, kind, real } of OF_KINDS) {
      const { groups } = await this.#comparison.company.server.operator.audit.explainGroups({
        companyId: this.#company.id,
        startDate: settled.start,
        endDate: settled.end,
        ...this.#scope,
        lineId,
        by: 'kind' satisfies GroupKey,
      })
      const found = groups.filter(({ code }) => code.includes(kind) && !code.includes('Goodwill'))
      const value = found.reduce((sum, group) => sum + Number(group.value), 0)
      this.#compare(`${this.#marketplace} ${kind} of ${lineId}`, -value, sumOf(rows, real) / this.#unit)
    }
  }

  /** Over all days that a source reaches. */
  async compareProducts(): Promise<void> {
    const skus = this.#sample()
    if (skus.length === 0) return
    const bySku = grouped(this.#rows, ({ sku }) => sku)
    for (const one of OF_PRODUCTS) {
      const reach = this.#reach[one.reach]
      if (reach.start > reach.end) continue
      const { of } = await answerByKey(
        this.#comparison.company.server.services,
        this.#company,
        { ...this.#question(one.basis, [one]), periods: [{ period: reach, comparison: reach }] },
        { by: 'product', keys: skus },
        undefined,
      )
      for (const sku of skus)
        this.#compare(
          `${this.#marketplace} ${sku} ${one.name}`,
          valueOf(one, of(sku)[0]!),
          this.#real(one, (bySku.get(sku) ?? []).filter(isIn(reach))),
        )
    }
  }

  /** Units for sale of today, which Amazon says as of the end of yesterday: in Europe of the stock as a whole. */
  async compareStock(): Promise<void> {
    const { seller, extent, company } = this.#comparison
    const { region, marketplaces } = seller.regions.find((one) =>
      one.marketplaces.includes(this.#marketplace),
    )!
    const yesterday = addDays(this.#today, -1)
    const rows = this.#rows.filter(({ day, available }) => day === yesterday && available !== undefined)
    const keys = rows.map(({ sku }) => sku).slice(0, PRODUCTS_MAX)
    const { of } = await answerByKey(
      company.server.services,
      this.#company,
      { scope: scopeOfOrders(this.#scope), metrics: ['available'], periods: [onDay(this.#today)] },
      { by: 'product', keys },
      undefined,
    )
    const isTold =
      extent === 'ALL' &&
      (region !== 'EUROPE' || stockPlaces(marketplaces, marketplaces[0]!).includes(this.#marketplace))
    for (const { sku, available } of rows.slice(0, PRODUCTS_MAX)) {
      const { value } = of(sku)[0]!.now.figure('available')
      const name = `${this.#marketplace} ${sku} available`
      if (isTold) this.#compare(name, value === null ? null : toText(value), available!)
      else if (extent === 'ALL') this.#absent(name, value === null ? null : Number(toText(value)))
    }
  }

  /** What pages say of a range, by the procedures that they ask. */
  async comparePages(): Promise<void> {
    const { operator } = this.#comparison.company.server
    const asked = { companyId: this.#company.id, ...this.#scope }
    const within = (reach: DateRange) => ({ ...asked, startDate: reach.start, endDate: reach.end })
    const { settled, ordered, traffic } = this.#reach
    const of = (range: DateRange, real: DayFigure['real'], isCount = false) =>
      sumOf(this.#rows.filter(isIn(range)), real) / (isCount ? 1 : this.#unit)
    const named = (what: string) => `${this.#marketplace}, page: ${what}`

    const [statement] = await operator.profitAndLoss.getData(within(settled))
    this.#compare(
      named('units'),
      statement!.lines.unitsSold.value,
      of(settled, (row) => row.unitsSettled + row.unitsPosted, true),
    )
    this.#compare(
      named('principal'),
      statement!.lines.productSales.value,
      of(settled, (row) => row.principalSettled + row.principalPosted),
    )
    this.#compare(named('days settled'), statement!.coverage.share, 1)

    const [orders] = await operator.profitAndLoss.getOrderData(within(ordered))
    this.#compare(
      named('units ordered'),
      orders!.lines.unitsSold.value,
      of(ordered, (row) => row.unitsOrdered, true),
    )
    this.#compare(named('days of orders'), orders!.coverage.share, 1)

    const shown = { start: later(traffic.start, addDays(traffic.end, -180)), end: traffic.end }
    const { cards } = await operator.brandManager.getSummary(within(shown))
    this.#compare(
      named('sales'),
      cards.orderedProductSales!.value,
      of(shown, (row) => row.orderedSales),
    )
    this.#compare(
      named('units of traffic'),
      cards.unitsOrdered!.value,
      of(shown, (row) => row.unitsOrdered, true),
    )
    // Whoever looks at two products visits the shop once.
    const sessions = Number(cards.sessions!.value)
    const visits = of(shown, (row) => row.sessions, true)
    if (!(sessions > 0 && sessions <= visits))
      this.#compared.differences.push(`${named('sessions')}: ${sessions}, really up to ${visits}`)
    const { periods } = await operator.brandManager.getSalesAndTraffic({
      ...within(shown),
      dateInterval: 'DAILY',
    })
    for (const { startDate, metrics } of periods)
      this.#compare(
        named(`sales of ${startDate}`),
        metrics.orderedProductSales!.value,
        of({ start: startDate, end: startDate }, (row) => row.orderedSales),
      )

    const list = { start: later(ordered.start, addDays(ordered.end, -27)), end: ordered.end }
    const { rows } = await operator.unitEconomics.getData({
      ...within(list),
      sortBy: 'unitsSold',
      pageSize: PRODUCTS_MAX,
    })
    for (const { key, businessMetrics } of rows.filter(({ key }) => key !== ''))
      this.#compare(
        named(`units of ${key}`),
        businessMetrics.unitsSold.value,
        sumOf(
          this.#rows.filter((row) => row.sku === key && isIn(list)(row)),
          ({ unitsOrdered }) => unitsOrdered,
        ),
      )
  }

  #sample(): string[] {
    const sold = new Map<string, number>()
    for (const { sku, unitsOrdered } of this.#rows)
      if (sku !== '') sold.set(sku, (sold.get(sku) ?? 0) + unitsOrdered)
    const skus = [...sold].toSorted(([, one], [, other]) => other - one).map(([sku]) => sku)
    return skus.length <= PRODUCTS_MAX
      ? skus
      : [...skus.slice(0, PRODUCTS_MAX - 20), ...skus.filter((_, index) => index % 250 === 249).slice(0, 20)]
  }

  #question(basis: PnlBasis, figures: readonly DayFigure[]) {
    return {
      scope: { ...scopeOfOrders(this.#scope), basis },
      metrics: figures.flatMap(({ metrics }) => metrics),
    }
  }

  #real({ real, isCount }: DayFigure, rows: readonly TruthOfDay[]): number {
    return sumOf(rows, real) / (isCount ? 1 : this.#unit)
  }

  #compare(what: string, value: string | number | null, real: number): void {
    this.#compared.figures++
    if (value === null || Math.abs(Number(value) - real) > 0.0001)
      this.#compared.differences.push(`${what}: ${value}, really ${real}`)
  }

  #absent(what: string, value: number | null): void {
    this.#compared.figures++
    if (value !== null) this.#compared.differences.push(`${what}: ${value}, which no source says`)
  }
}

const onDay = (day: IsoDate) => ({
  period: { start: day, end: day },
  comparison: { start: day, end: day },
})

const isIn =
  ({ start, end }: DateRange) =>
  ({ day }: { day: IsoDate }): boolean =>
    day >= start && day <= end

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const held = groups.get(key)
    if (held) held.push(row)
    else groups.set(key, [row])
  }
  return groups
}

const sumOf = (rows: readonly TruthOfDay[], of: (row: TruthOfDay) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

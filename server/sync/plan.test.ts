import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysIn, daysOf, isDay } from '#contract/date-range.ts'
import type { Region } from '#contract/marketplaces.ts'
import type { AskedPeriod, PlannedTask } from '#server/accounts/index.ts'
import { casesOf, printedSeed } from '#test/support/drawn-cases.ts'
import { foundTask, planTasks, REMEMBERED_MS, type PlannedConnection } from './plan.ts'
import { chunkIn, chunksOf } from './search-chunks.ts'
import { SOURCES, sourceOf } from './sources.ts'

const HOUR_MS = 3_600_000
const NOW = new Date('2026-03-11T09:00:00Z')
const seller: PlannedConnection = {
  id: 'seller',
  provider: 'SELLING_PARTNER',
  region: 'EUROPE',
  status: 'ACTIVE',
  marketplaces: ['DE', 'FR'],
  homeMarketplace: 'DE',
  profiles: [],
}
const advertiser: PlannedConnection = {
  ...seller,
  id: 'advertiser',
  provider: 'ADVERTISING',
  profiles: [
    { profileId: '9007199254740993', name: 'Harbour DE', marketplace: 'DE', timeZone: 'Europe/Paris' },
  ],
}
const products = new Map([['DE', Array.from({ length: 40 }, (_, n) => `B0${String(n).padStart(8, '0')}`)]])
const plan = (
  connection: PlannedConnection,
  asked: readonly AskedPeriod[],
  now = NOW,
  rest: { isHurried?: boolean; inventsRates?: boolean } = {},
) => planTasks({ connection, asked, products, now, ...rest })
const askedOf = (tasks: readonly PlannedTask[], endedAt: Date | null = null): AskedPeriod[] =>
  tasks.map(({ connectionId, source, place, firstDay, lastDay }) => ({
    connectionId,
    source,
    place,
    firstDay,
    lastDay,
    endedAt,
    state: endedAt === null ? 'WAITING' : 'DONE',
  }))
const rhythmOf = (id: string) => {
  const { rhythm } = sourceOf(id)!
  if (rhythm.kind !== 'DAYS') throw new Error(`${id} has no days`)
  return rhythm
}
const placesOfSearches = (marketplaces: string[]): string[] => {
  const tasks = planTasks({
    connection: { ...seller, marketplaces },
    asked: [],
    products: new Map(marketplaces.map((code) => [code, ['B000000001']])),
    now: NOW,
  })
  const places = tasks.flatMap(({ source, place }) => (source === 'searches' ? [place.split(' ')[0]!] : []))
  return [...new Set(places)].toSorted()
}
const byPlace = <T extends { source: string; place: string }>(tasks: readonly T[]): T[][] => {
  const places = new Map<string, T[]>()
  for (const task of tasks) {
    const key = `${task.source} ${task.place}`
    places.set(key, [...(places.get(key) ?? []), task])
  }
  return [...places.values()]
}

test('money of the real Amazon is converted with no invented rate', () => {
  const isInvented = ({ source }: PlannedTask) => source === 'inventedRates'
  const real = plan(seller, [])
  const pretended = plan(seller, [], NOW, { inventsRates: true })
  expect(pretended.filter(isInvented)).toHaveLength(1)
  expect(pretended.filter((task) => !isInvented(task))).toEqual(real)
})

describe('the first plan', () => {
  test('asks for the far past of a source with a report a day when everything else was asked for', () => {
    const tasks = plan(seller, [])
    const isFar = ({ source, lastDay }: PlannedTask) =>
      source === 'trafficByProduct' && lastDay <= addDays('2026-03-10', -60)
    const [far, others] = [tasks.filter(isFar), tasks.filter((task) => !isFar(task))]
    expect(far).toHaveLength(2 * 670)
    expect(Math.min(...far.map(({ priority }) => priority))).toBeGreaterThan(
      Math.max(...others.map(({ priority }) => priority)),
    )
  })

  test.each([seller, advertiser])(
    'asks for each day that a source reaches once, the newest first: $id',
    (connection) => {
      const tasks = plan(connection, [], NOW, { inventsRates: true })
      for (const source of SOURCES.filter(({ provider }) => provider === connection.provider)) {
        if (source.rhythm.kind !== 'DAYS') continue
        const { reachDays, daysMax, lagDays } = source.rhythm
        const places = byPlace(tasks.filter((task) => task.source === source.id))
        expect(places).toHaveLength(source.scope === 'MARKETPLACE' ? 2 : 1)
        for (const pieces of places) {
          const sooner = pieces.toSorted((a, b) => a.priority - b.priority)
          const days = sooner.flatMap(({ firstDay, lastDay }) =>
            daysOf({ start: firstDay, end: lastDay }).toReversed(),
          )
          const newest = addDays('2026-03-11', -lagDays)
          expect(days).toEqual(daysOf({ start: addDays(newest, 1 - reachDays), end: newest }).toReversed())
          for (const { firstDay, lastDay } of pieces)
            expect(daysIn({ start: firstDay, end: lastDay })).toBeLessThanOrEqual(daysMax)
        }
      }
    },
  )

  test('what pages need first comes first, and is all that is critical', () => {
    const tasks = plan(seller, []).toSorted((a, b) => a.priority - b.priority)
    const critical = tasks.filter(({ isCritical }) => isCritical)
    expect(tasks.slice(0, critical.length)).toEqual(critical)
    expect(
      critical.map(({ source, place, firstDay, lastDay }) => [source, place, firstDay, lastDay]),
    ).toEqual([
      ['settlements', '', '2025-12-12', '2026-03-11'],
      ['orders', '', '2026-02-11', '2026-03-11'],
      ['traffic', 'DE', '2026-02-09', '2026-03-10'],
      ['traffic', 'FR', '2026-02-09', '2026-03-10'],
    ])
  })

  test('a broken connection and one without a place ask for nothing', () => {
    expect(plan({ ...seller, status: 'BROKEN' }, [])).toEqual([])
    expect(plan({ ...seller, marketplaces: [] }, [])).toEqual([])
    const unchosen = plan({ ...advertiser, profiles: [] }, [])
    expect(unchosen.map(({ source }) => source)).toEqual(['profiles'])
  })

  test('a day is that of its marketplace', () => {
    const inJapan = { ...seller, region: 'FAR_EAST', marketplaces: ['JP', 'AU'] } as const
    const lateInLondon = new Date('2026-03-11T22:00:00Z')
    const stock = plan({ ...inJapan, marketplaces: ['JP', 'AU'] }, [], lateInLondon).filter(
      ({ source }) => source === 'stock',
    )
    expect(stock.map(({ place, firstDay }) => [place, firstDay])).toEqual([
      ['JP', '2026-03-12'],
      ['AU', '2026-03-12'],
    ])
  })

  test('stock is that of each network of warehouses, at the marketplace where the account is at home', () => {
    const places = (marketplaces: readonly string[], home: string | null, region: Region = 'EUROPE') =>
      plan({ ...seller, region, marketplaces: [...marketplaces], homeMarketplace: home }, [])
        .filter(({ source }) => source === 'stock')
        .map(({ place }) => place)
    expect(places(['AE', 'BE', 'DE', 'FR', 'GB', 'PL'], null)).toEqual(['DE', 'AE', 'GB'])
    expect(places(['AE', 'BE', 'DE', 'FR', 'GB', 'PL'], 'FR')).toEqual(['FR', 'AE', 'GB'])
    // At home elsewhere.
    expect(places(['BE', 'ES', 'GB', 'IT', 'TR'], 'GB')).toEqual(['IT', 'GB', 'TR'])
    expect(places(['AE', 'EG', 'IN', 'SA'], 'AE')).toEqual(['AE', 'EG', 'IN', 'SA'])
    expect(places(['CA', 'US'], 'US', 'NORTH_AMERICA')).toEqual(['CA', 'US'])
  })

  test('what Amazon does not make of a marketplace is not asked for there', () => {
    const places = (source: string) =>
      plan({ ...seller, marketplaces: ['BE', 'DE', 'NL', 'PL', 'SE'] }, [])
        .filter((task) => task.source === source)
        .map(({ place }) => place)
    expect(places('stockPlanning')).toEqual(['DE'])
    expect(places('listings')).toEqual(['BE', 'DE', 'NL', 'PL', 'SE'])
    expect(placesOfSearches(['BE', 'DE', 'EG', 'IE', 'NL', 'PL'])).toEqual(['DE', 'NL'])
  })

  test('aged inventory surcharges are asked for month by month, those of storage all at once', () => {
    const asked = plan(seller, [], new Date('2026-03-16T12:00:00Z'))
    const surcharges = asked.filter(({ source }) => source === 'agedFees')
    expect(surcharges.map(({ firstDay, lastDay }) => [firstDay, lastDay]).slice(0, 2)).toEqual([
      ['2026-02-01', '2026-02-28'],
      ['2026-01-01', '2026-01-31'],
    ])
    expect(surcharges).toHaveLength(17)
    expect(asked.filter(({ source }) => source === 'storageFees')).toHaveLength(1)
  })

  test('fees of storage are of months, each once and after Amazon has made them', () => {
    const monthsOn = (day: string, asked: readonly AskedPeriod[] = []) =>
      plan(seller, asked, new Date(`${day}T12:00:00Z`)).filter(({ source }) => source === 'storageFees')
    const inShort = ({ place, firstDay, lastDay }: PlannedTask) => [place, firstDay, lastDay]
    // Amazon makes a report of them every four hours at most, so that the past is one.
    expect(monthsOn('2026-03-15').map(inShort)).toEqual([['', '2024-09-01', '2026-01-31']])
    const months = monthsOn('2026-03-16')
    expect(months.map(inShort)).toEqual([['', '2024-10-01', '2026-02-28']])
    const ended = new Date('2026-03-16T13:00:00Z')
    expect(monthsOn('2026-04-15', askedOf(months, ended))).toEqual([])
    expect(monthsOn('2026-04-16', askedOf(months, ended)).map(inShort)).toEqual([
      ['', '2026-03-01', '2026-03-31'],
    ])
    // What ended long ago comes as one range.
    const range = { ...askedOf(months, ended)[0]!, firstDay: '2024-10-01', lastDay: '2026-02-28' }
    expect(monthsOn('2026-04-16', [range]).map(inShort)).toEqual([['', '2026-03-01', '2026-03-31']])
    // Months that are known are no part of a piece.
    const one = { ...range, firstDay: '2026-01-01', lastDay: '2026-01-31' }
    expect(monthsOn('2026-04-16', [one]).map(inShort)).toEqual([
      ['', '2026-02-01', '2026-03-31'],
      ['', '2024-11-01', '2025-12-31'],
    ])
  })

  test('VAT transactions are of months, and asked for where Amazon has them', () => {
    const monthsOf = (marketplaces: readonly string[], day: string) =>
      plan({ ...seller, marketplaces: [...marketplaces] }, [], new Date(`${day}T12:00:00Z`))
        .filter(({ source }) => source === 'vatTransactions')
        .map(({ place, firstDay, lastDay }) => [place, firstDay, lastDay])
    expect(monthsOf(['TR', 'DE'], '2026-03-05')[0]).toEqual(['', '2026-01-01', '2026-01-31'])
    expect(monthsOf(['TR', 'DE'], '2026-03-06')[0]).toEqual(['', '2026-02-01', '2026-02-28'])
    expect(monthsOf(['TR', 'DE'], '2026-03-06')).toHaveLength(17)
    expect([monthsOf(['IN'], '2026-03-06'), monthsOf(['US'], '2026-03-06')]).toEqual([[], []])
  })

  test('searches are of weeks from Sunday to Saturday, for the products that sell most', () => {
    const weeks = plan(seller, []).filter(({ source }) => source === 'searches')
    expect(weeks.every(({ place }) => place.startsWith('DE B0'))).toBe(true)
    expect(Math.max(...weeks.map(({ place }) => chunkIn(place).asins.length))).toBeLessThanOrEqual(200)
    const [newest] = weeks
    expect([newest!.firstDay, newest!.lastDay]).toEqual(['2026-03-01', '2026-03-07'])
    expect(new Set(weeks.map(({ firstDay }) => new Date(firstDay).getUTCDay()))).toEqual(new Set([0]))
    // Other products sell most by now: of weeks that were planned nothing is asked again.
    const other = new Map([['DE', ['B0OTHER000']]])
    expect(
      planTasks({ connection: seller, asked: askedOf(weeks), products: other, now: NOW }).filter(
        ({ source }) => source === 'searches',
      ),
    ).toEqual([])
  })
})

describe('what is asked for again', () => {
  const after = (hours: number, connection = advertiser) => {
    const tasks = plan(connection, [])
    const later = new Date(+NOW + hours * HOUR_MS)
    return plan(connection, askedOf(tasks, NOW), later)
  }
  const windows = (tasks: readonly PlannedTask[], source: string) =>
    tasks.filter((task) => task.source === source).map(({ firstDay, lastDay }) => [firstDay, lastDay])

  test('of advertising fourteen days daily, sixty weekly', () => {
    expect(windows(after(1), 'spAdvertisedProduct')).toEqual([])
    // Yesterday's clicks are complete half a day after its end.
    expect(windows(after(13), 'spAdvertisedProduct')).toEqual([['2026-03-10', '2026-03-10']])
    expect(windows(after(13), 'spSearchTerm')).toEqual([])
    expect(windows(after(24), 'spAdvertisedProduct')).toEqual([['2026-02-26', '2026-03-11']])
    expect(windows(after(7 * 24), 'spAdvertisedProduct')).toEqual([
      ['2026-02-15', '2026-03-17'],
      ['2026-01-17', '2026-02-14'],
    ])
  })

  test('of traffic four days, so that each is asked for once its 72 hours are over, and by product each for itself', () => {
    expect(windows(after(24, seller), 'traffic')).toEqual([
      ['2026-03-08', '2026-03-11'],
      ['2026-03-08', '2026-03-11'],
    ])
    expect(windows(after(24, seller), 'trafficByProduct').slice(0, 4)).toEqual([
      ['2026-03-11', '2026-03-11'],
      ['2026-03-10', '2026-03-10'],
      ['2026-03-09', '2026-03-09'],
      ['2026-03-08', '2026-03-08'],
    ])
  })

  test('of removals fourteen days daily and ninety weekly, and what is offered in each marketplace daily', () => {
    expect(windows(after(24, seller), 'removalOrders')).toEqual([['2026-02-26', '2026-03-11']])
    expect(windows(after(7 * 24, seller), 'removalShipments')).toEqual([['2025-12-18', '2026-03-17']])
    const listings = after(24, seller).filter(({ source }) => source === 'listings')
    expect(listings.map(({ place, firstDay }) => [place, firstDay])).toEqual([
      ['DE', '2026-03-12'],
      ['FR', '2026-03-12'],
    ])
  })

  test('of what is there today, one picture at a time while Amazon is away, and a new one once it is back', () => {
    const isOfToday = ({ source }: PlannedTask) => sourceOf(source)!.rhythm.kind === 'TODAY'
    const days = (n: number) => new Date(+NOW + n * 24 * HOUR_MS)
    const first = plan(seller, []).filter(isOfToday)
    expect(first.length).toBeGreaterThan(4)
    const open = askedOf(first)
    for (const day of [1, 2, 10]) expect(plan(seller, open, days(day)).filter(isOfToday)).toEqual([])
    const places = (tasks: readonly PlannedTask[]) => tasks.map(({ source, place }) => `${source} ${place}`)
    expect(places(plan(seller, askedOf(first, days(10)), days(11)).filter(isOfToday))).toEqual(places(first))
  })

  test('changes of orders since the last look, once all orders have come', () => {
    const first = plan(seller, [])
    expect(windows(plan(seller, askedOf(first)), 'ordersChanged')).toEqual([])
    const asked = askedOf(first, NOW)
    const looks = plan(seller, asked, new Date('2026-03-11T10:00:00Z'))
    expect(windows(looks, 'ordersChanged')).toEqual([['2026-03-10', '2026-03-11']])
    const looked = [...asked, ...askedOf(looks, new Date('2026-03-11T10:05:00Z'))]
    expect(windows(plan(seller, looked, new Date('2026-03-11T10:30:00Z')), 'ordersChanged')).toEqual([])
    // The server was away for days.
    expect(windows(plan(seller, looked, new Date('2026-03-14T08:00:00Z')), 'ordersChanged')).toEqual([
      ['2026-03-11', '2026-03-14'],
    ])
    // A consent that was broken for longer than Amazon takes at once.
    expect(windows(plan(seller, looked, new Date('2026-05-01T08:00:00Z')), 'ordersChanged')).toEqual([
      ['2026-03-11', '2026-04-09'],
    ])
    // What was given up did not say anything.
    const dead = askedOf(looks, new Date('2026-03-11T10:05:00Z')).map((one) => ({
      ...one,
      state: 'DEAD' as const,
    }))
    expect(
      windows(plan(seller, [...asked, ...dead], new Date('2026-03-12T08:00:00Z')), 'ordersChanged'),
    ).toEqual([['2026-03-10', '2026-03-12']])
  })

  test('a company that is planned once an hour asks for changes of orders each time', () => {
    let asked = askedOf(plan(seller, []), NOW)
    const looks: number[] = []
    for (let hour = 1; hour <= 6; hour++) {
      const now = new Date(+NOW + hour * HOUR_MS)
      const planned = plan(seller, asked, now)
      if (windows(planned, 'ordersChanged').length > 0) looks.push(hour)
      // Amazon takes minutes.
      asked = [...asked, ...askedOf(planned, new Date(+now + 6 * 60_000))]
    }
    expect(looks).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('a week of searches that had nothing is asked for once more, when it has surely been made', () => {
    const weeks = plan(seller, []).filter(
      ({ source, lastDay }) => source === 'searches' && lastDay === '2026-03-07',
    )
    expect(weeks.length).toBeGreaterThan(0)
    const others = askedOf(plan(seller, []), NOW).filter(({ lastDay }) => lastDay !== '2026-03-07')
    const againOn = (day: string, state: 'DONE' | 'EMPTY', endedAt: Date) =>
      windows(
        plan(
          seller,
          [...others, ...askedOf(weeks, endedAt).map((one) => ({ ...one, state }))],
          new Date(`${day}T09:00:00Z`),
        ),
        'searches',
      ).filter(([, lastDay]) => lastDay === '2026-03-07').length
    expect([againOn('2026-03-14', 'EMPTY', NOW), againOn('2026-03-15', 'DONE', NOW)]).toEqual([0, 0])
    expect(againOn('2026-03-15', 'EMPTY', NOW)).toBe(weeks.length)
    expect(againOn('2026-03-16', 'EMPTY', new Date('2026-03-15T09:00:00Z'))).toBe(0)
  })

  test('products of a week whose report was not ready are asked for again, though that of others was', () => {
    const weeks = plan(seller, []).filter(
      ({ source, lastDay }) => source === 'searches' && lastDay === '2026-03-07',
    )
    expect(weeks).toHaveLength(3)
    const others = askedOf(plan(seller, []), NOW).filter(({ lastDay }) => lastDay !== '2026-03-07')
    const of = weeks.map((week, n) => ({
      ...askedOf([week], NOW)[0]!,
      state: n === 1 ? ('EMPTY' as const) : ('DONE' as const),
    }))
    const again = (asked: readonly AskedPeriod[], day: string) =>
      plan(seller, [...others, ...asked], new Date(`${day}T09:00:00Z`))
        .filter(({ source, lastDay }) => source === 'searches' && lastDay === '2026-03-07')
        .map(({ place }) => place)
    expect(again(of, '2026-03-14')).toEqual([])
    expect(again(of, '2026-03-15')).toEqual([weeks[1]!.place])
    // Once more, and no oftener; and while it is under way it is not asked for.
    const second = { ...of[1]!, endedAt: new Date('2026-03-15T09:00:00Z') }
    expect(again([...of, second], '2026-03-16')).toEqual([])
    expect(again([...of, { ...of[1]!, endedAt: null }], '2026-03-16')).toEqual([])
  })

  test('a day whose last turn came while nobody could ask is asked for again', () => {
    const past = askedOf(plan(seller, []), NOW)
    const ledger = (asked: readonly AskedPeriod[], now: string) =>
      plan(seller, asked, new Date(now)).flatMap(({ source, firstDay, lastDay }) =>
        source === 'stockLedger' ? [`${firstDay} ${lastDay}`] : [],
      )
    const daily = (asked: readonly AskedPeriod[], now: string) => [
      ...asked,
      ...askedOf(plan(seller, asked, new Date(now)), new Date(now)),
    ]
    // Read each morning, a day is read three times, and no more.
    const on = ['12', '13', '14', '15'].reduce((asked, day) => daily(asked, `2026-03-${day}T01:00:00Z`), past)
    expect(ledger(on, '2026-03-16T01:00:00Z')).toEqual(['2026-03-13 2026-03-15'])
    // Off from the 13th to the 16th: the 12th was read once, an hour after its end.
    const off = ['12', '13'].reduce((asked, day) => daily(asked, `2026-03-${day}T01:00:00Z`), past)
    expect(ledger(off, '2026-03-16T01:00:00Z')).toEqual(['2026-03-11 2026-03-15'])
    expect(ledger(daily(off, '2026-03-16T01:00:00Z'), '2026-03-17T01:00:00Z')).toEqual([
      '2026-03-14 2026-03-16',
    ])
  })

  test('the first look at changes goes back to when the first orders were fetched', () => {
    const first = askedOf(plan(seller, []))
    // Fetching the past takes from the 11th to the 13th.
    const asked = first.map((period, n) => ({
      ...period,
      endedAt: new Date(n % 2 === 0 ? '2026-03-11T10:00:00Z' : '2026-03-13T10:00:00Z'),
      state: 'DONE' as const,
    }))
    const [look] = plan(seller, asked, new Date('2026-03-14T09:00:00Z')).filter(
      ({ source }) => source === 'ordersChanged',
    )
    expect(look).toMatchObject({ firstDay: '2026-03-10', lastDay: '2026-03-14' })
  })

  test('of the catalogue what orders name, once some have come and whenever all have', () => {
    const hours = (n: number) => new Date(+NOW + n * HOUR_MS)
    const first = plan(seller, [])
    const looks = (asked: readonly AskedPeriod[], now: Date) =>
      plan(seller, asked, now).filter(({ source }) => source === 'catalogue')
    expect(looks(askedOf(first), hours(1))).toEqual([])
    // The newest orders are there, older ones under way.
    const some = askedOf(first).map((period) => ({
      ...period,
      endedAt: period.source !== 'orders' || period.lastDay === '2026-03-11' ? hours(1) : null,
    }))
    const look = looks(some, hours(1))
    expect(look.map(({ place, firstDay }) => [place, firstDay])).toEqual([
      ['DE', '2026-03-11'],
      ['FR', '2026-03-11'],
    ])
    expect(looks([...some, ...askedOf(look)], hours(2))).toEqual([])
    expect(looks([...some, ...askedOf(look, hours(2))], hours(3))).toEqual([])
    const all = [...askedOf(first, hours(3)), ...askedOf(look, hours(2))]
    expect(looks(all, hours(4))).toHaveLength(2)
    expect(looks([...all, ...askedOf(look, hours(4))], hours(24 * 20))).toEqual([])
  })

  test('however long nobody could ask, the last days before that', () => {
    const asked = askedOf(plan(seller, []), NOW)
    const later = new Date(+NOW + 30 * 24 * HOUR_MS)
    const again = plan(seller, remembered(asked, later), later)
    const lastDays = (source: string) =>
      windows(again, source).flatMap((days) => daysOf({ start: days[0]!, end: days[1]! }))
    expect(lastDays('orders')).toContain('2026-03-11')
    for (const source of ['traffic', 'trafficByProduct'])
      expect(lastDays(source)).toEqual(expect.arrayContaining(['2026-03-10', '2026-03-09', '2026-03-08']))
    expect(lastDays('orders')).not.toContain('2026-03-01')
  })

  test('somebody who cannot wait has it after hours, and not at once', () => {
    const asked = askedOf(plan(seller, []), NOW)
    const hurried = (hours: number) =>
      plan(seller, asked, new Date(+NOW + hours * HOUR_MS), { isHurried: true }).map(({ source }) => source)
    expect(hurried(0.1)).not.toContain('traffic')
    expect(hurried(4)).toEqual(expect.arrayContaining(['settlements', 'orders', 'ordersChanged', 'traffic']))
  })
})

/** As the store gives them: of what ended long ago only the days, as ranges. */
function remembered(asked: readonly AskedPeriod[], now: Date): AskedPeriod[] {
  const newest = Math.max(...asked.map(({ endedAt }) => +(endedAt ?? -Infinity)))
  const before = new Date(Math.min(newest, +now) - REMEMBERED_MS)
  const isOld = ({ endedAt }: AskedPeriod) => endedAt !== null && endedAt < before
  return [
    ...asked.filter((period) => !isOld(period)),
    ...byPlace(asked.filter(isOld)).flatMap((periods) => {
      const days = [
        ...new Set(periods.flatMap(({ firstDay, lastDay }) => daysOf({ start: firstDay, end: lastDay }))),
      ].toSorted()
      const ranges: AskedPeriod[] = []
      for (const day of days) {
        const last = ranges.at(-1)
        if (last && addDays(last.lastDay, 1) === day) last.lastDay = day
        else ranges.push({ ...periods[0]!, firstDay: day, lastDay: day, endedAt: before })
      }
      return ranges
    }),
  ]
}

test('over any course of time every day is known or asked for, once at a time, and read again when it is due', () => {
  const overlaps = (a: AskedPeriod, b: AskedPeriod) =>
    a.source === b.source && a.place === b.place && a.firstDay <= b.lastDay && b.firstDay <= a.lastDay
  const step = fc.record({
    hours: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 24 * 40 })),
    // Of ten open tasks, how many end.
    ends: fc.integer({ min: 0, max: 10 }),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(seller, advertiser),
      fc.date({ min: new Date('1970-01-02'), max: new Date('2100-06-01'), noInvalidDate: true }),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      (connection, start, steps) => {
        let now = start
        let asked: AskedPeriod[] = []
        for (const { hours, ends } of steps) {
          const open = asked.filter(({ endedAt }) => endedAt === null)
          const planned = plan(connection, remembered(asked, now), now)
          expect(planned).toEqual(plan(connection, asked, now))
          for (const task of askedOf(planned)) {
            expect(isDay(task.firstDay) && isDay(task.lastDay) && task.firstDay <= task.lastDay).toBe(true)
            expect(open.filter((other) => overlaps(task, other))).toEqual([])
          }
          asked = [...asked, ...askedOf(planned)]
          expect(plan(connection, asked, now)).toEqual([])
          for (const periods of byPlace(
            asked.filter(({ source }) => source === 'spAdvertisedProduct' || source === 'traffic'),
          )) {
            const { lagDays, reachDays, rereads } = rhythmOf(periods[0]!.source)
            const today = new Intl.DateTimeFormat('sv-SE', {
              timeZone: periods[0]!.place === 'FR' ? 'Europe/Paris' : 'Europe/Berlin',
            }).format(now)
            const newest = addDays(today, -lagDays)
            let narrower = 0
            for (const { days, everyHours } of [...rereads, { days: reachDays, everyHours: Infinity }]) {
              for (let age = narrower; age < days; age++) {
                const day = addDays(newest, -age)
                if (day < '1970-01-01') continue
                const of = periods.filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
                const isFresh = of.some(
                  ({ endedAt }) => endedAt === null || +now - +endedAt < everyHours * HOUR_MS,
                )
                expect([day, isFresh]).toEqual([day, true])
              }
              narrower = days
            }
          }
          asked = asked.map((period, n) =>
            period.endedAt === null && n % 10 < ends ? { ...period, endedAt: now, state: 'DONE' } : period,
          )
          now = new Date(+now + hours * HOUR_MS)
          if (now > new Date('2100-12-01')) return
        }
      },
    ),
    { numRuns: casesOf(12, 300), seed: printedSeed() },
  )
})

test('a clock that is wrong plans nothing, and Amazon’s own dates stay within the calendar', () => {
  for (const now of [NaN, 0, -1e15, 8.64e15, Date.parse('2101-01-01')])
    expect(plan(seller, [], new Date(now))).toEqual([])
  const found = (start: Date, end: Date) =>
    foundTask(
      { connectionId: 'seller', isCritical: true },
      'settlement',
      { reportId: '1', createdAt: NOW, start, end },
      NOW,
    )
  expect(found(new Date('2026-02-20T08:00:00Z'), new Date('2026-03-06T08:00:00Z'))).toMatchObject({
    place: '1',
    firstDay: '2026-02-20',
    lastDay: '2026-03-06',
    isCritical: true,
  })
  expect(found(new Date('2025-11-01'), new Date('2025-11-15')).isCritical).toBe(false)
  for (const wrong of [new Date(NaN), new Date(8.64e15), new Date(-8.64e15)]) {
    const { firstDay, lastDay } = found(wrong, wrong)
    expect(isDay(firstDay) && isDay(lastDay)).toBe(true)
  }
})

test('products of a question about searches fit into it', () => {
  expect(chunksOf('DE', [])).toEqual([])
  expect(chunksOf('DE', ['B000000001', 'B000000002'])).toEqual(['DE B000000001 B000000002'])
  expect(chunksOf('DE', products.get('DE')!).map((place) => chunkIn(place).asins.split(' ').length)).toEqual([
    18, 18, 4,
  ])
  expect(
    chunksOf(
      'DE',
      Array.from({ length: 500 }, () => 'B000000001'),
    ),
  ).toHaveLength(3)
})

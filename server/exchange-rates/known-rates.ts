import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { GIVEN_RATES } from '#contract/exchange-rates.ts'
import { assetPath } from '#server/assets.ts'
import { storedRates, type Accounts } from '#server/accounts/index.ts'

export interface Rate {
  currency: string
  day: string
  /** US dollars per unit with up to 18 decimals. */
  usd: string
  publisher: string
}

/** The rates of one currency from one place, the oldest day first. */
export interface Series {
  currency: string
  origin: (typeof GIVEN_RATES)[number]
  rates: Rate[]
}

export const BANK = 'European Central Bank'

/** Dollars per unit where a central bank holds its currency at that, since long before the first day of any report. */
export const PEGS: readonly { currency: string; unitsPerDollar: string; publisher: string }[] = [
  {
    currency: 'AED',
    unitsPerDollar: '3.6725',
    publisher: 'Official peg of 3.6725 to the dollar (Central Bank of the UAE)',
  },
  {
    currency: 'SAR',
    unitsPerDollar: '3.75',
    publisher: 'Official peg of 3.75 to the dollar (Saudi Central Bank)',
  },
]

const SCALE = 10n ** 18n

/** Digits as an integer of 10⁻¹⁸. */
export function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * SCALE + BigInt(fraction.slice(0, 18).padEnd(18, '0'))
}

const unscaled = (value: bigint): string => `${value / SCALE}.${(value % SCALE).toString().padStart(18, '0')}`

/** How many dollars a unit is worth when something is worth so many dollars, or so many units. */
export const dollarsPerUnit = (dollars: string, units: string): string =>
  unscaled((scaled(dollars) * SCALE + scaled(units) / 2n) / scaled(units))

let bundledRates: Rate[] | undefined

/** What comes with the product. Units per euro, as the central bank gives them, turned into dollars per unit. */
export function bundled(): readonly Rate[] {
  if (bundledRates) return bundledRates
  const rows = parse<Record<string, string>>(
    readFileSync(assetPath('server/data/euro-reference-rates.csv')),
    { columns: true, bom: true },
  )
  bundledRates = rows.flatMap(({ date, ...perEuro }) => ratesOfDay(date!, perEuro))
  return bundledRates
}

/** The rates that follow from units for one euro; the dollar must be among them. */
export function ratesOfDay(day: string, perEuro: Readonly<Record<string, string>>): Rate[] {
  const dollars = perEuro['USD']!
  return [
    { currency: 'EUR', day, usd: dollars, publisher: BANK },
    ...Object.entries(perEuro)
      .filter(([currency, units]) => currency !== 'USD' && units)
      .map(([currency, units]) => ({ currency, day, usd: dollarsPerUnit(dollars, units), publisher: BANK })),
  ]
}

/** What the installation knows: the bundled history with what came since, and the operator's own rates. */
export interface KnownRates {
  /** By currency. A currency for which the operator gave rates has these alone. */
  series: ReadonlyMap<string, Series>
  /** The bank's, also for currencies for which the operator gave others. */
  bank: ReadonlyMap<string, Series>
  /** The first day on which the bank's rates are not the bundled ones; undefined while none has come. */
  firstDayAdded: string | undefined
}

export async function knownRates(accounts: Accounts): Promise<KnownRates> {
  const stored = (await storedRates(accounts)).map(({ usdPerUnit, ...rate }) => ({
    ...rate,
    usd: usdPerUnit,
  }))
  const fromBank = stored.filter(({ origin }) => origin === 'BANK')
  // What was published first stays: a newer program brings the days that it knows beside those that came before it.
  const bank = seriesOf([...bundled(), ...fromBank], 'BANK')
  const operator = seriesOf(
    stored.filter(({ origin }) => origin === 'OPERATOR'),
    'OPERATOR',
  )
  return {
    bank,
    series: new Map([...bank, ...operator]),
    firstDayAdded: fromBank.reduce<string | undefined>(
      (first, { day }) => (first === undefined || day < first ? day : first),
      undefined,
    ),
  }
}

/** Of two rates of a day the later one in the list counts. */
function seriesOf(rates: readonly Rate[], origin: Series['origin']): Map<string, Series> {
  const byCurrency = new Map<string, Map<string, Rate>>()
  for (const { currency, day, usd, publisher } of rates) {
    let days = byCurrency.get(currency)
    if (!days) byCurrency.set(currency, (days = new Map()))
    days.set(day, { currency, day, usd, publisher })
  }
  return new Map(
    [...byCurrency].map(([currency, days]) => [
      currency,
      { currency, origin, rates: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)) },
    ]),
  )
}

import { CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'
import { MARKETPLACE_CODES } from '#contract/marketplaces.ts'
import type { DateRange } from '#contract/date-range.ts'

/** What the defaults of a dashboard depend on. */
export interface FilterContext {
  today: string
  /** The days of which there is something to say; null while there are none. */
  window: DateRange | null
  /** The currency of the company or of its data. */
  currencyCode?: CurrencyCode | undefined
  /** The currency that the person chose once for everything. */
  preferredCurrency?: CurrencyCode | undefined
}

/** One filter of a dashboard: how an address says it, and what holds while nobody says anything. */
export interface FilterField<T> {
  /** Undefined when the text says nothing that exists. */
  read: (text: string) => T | undefined
  write: (value: T) => string
  initial: (context: FilterContext) => T
  /** Speaks before what is stored. */
  preferred?: (context: FilterContext) => T | undefined
  /** Kept from visit to visit. */
  isStored: boolean
}

export type Keeping = { isStored?: boolean }

export type MarketplaceCode = (typeof MARKETPLACE_CODES)[number]
export const isMarketplaceCode = (code: string): code is MarketplaceCode =>
  (MARKETPLACE_CODES as string[]).includes(code)

export const DEFAULT_CURRENCY = 'USD'

/** One of a fixed list. */
export const oneOf = <const T extends string>(
  known: readonly T[],
  initial: NoInfer<T>,
  { isStored = false }: Keeping = {},
): FilterField<T> => ({
  read: (text) => known.find((item) => item === text),
  write: (value) => value,
  initial: () => initial,
  isStored,
})

/** One of a fixed list, or null, which an address calls `none`. */
export const oneOfOrNone = <const T extends string>(
  known: readonly T[],
  initial: NoInfer<T> | null,
  { isStored = false }: Keeping = {},
): FilterField<T | null> => ({
  read: (text) => (text === 'none' ? null : known.find((item) => item === text)),
  write: (value) => value ?? 'none',
  initial: () => initial,
  isStored,
})

/** Any number of a fixed list, in the order of the list; an address says `none` and, if there is such a word, `all`. */
export const someOf = <const T extends string>(
  known: readonly T[],
  initial: readonly NoInfer<T>[],
  { isStored = false, all }: Keeping & { all?: string } = {},
): FilterField<T[]> => ({
  read: (text) => {
    if (text === all) return [...known]
    const asked = new Set(text.split(','))
    return known.filter((item) => asked.has(item))
  },
  write: (value) => (all !== undefined && value.length === known.length ? all : value.join(',') || 'none'),
  initial: () => [...initial],
  isStored,
})

export const flag = (initial: boolean, { isStored = false }: Keeping = {}): FilterField<boolean> => ({
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  write: String,
  initial: () => initial,
  isStored,
})

/** Marketplaces; none of them means all, so that one that is new tomorrow is among them. */
export const marketplacesField = (): FilterField<MarketplaceCode[]> => ({
  ...someOf(MARKETPLACE_CODES, [], { isStored: true }),
  write: (value) => value.join(',') || 'all',
})

/** The saved preference, else what this dashboard showed last, else what is usual for the data, else US dollars. */
export const currencyField = (): FilterField<CurrencyCode> => ({
  ...oneOf(CURRENCY_CODES, DEFAULT_CURRENCY, { isStored: true }),
  initial: (context) => context.currencyCode ?? DEFAULT_CURRENCY,
  preferred: (context) => context.preferredCurrency,
})

/** Names that only the data know, like SKUs; a comma within a name is escaped. */
export const namesField = (countMax: number): FilterField<string[]> => ({
  read: (text) =>
    text === 'none' ? [] : [...new Set(text.split(',').filter(Boolean).map(unescaped))].slice(0, countMax),
  write: (value) => value.map(escaped).join(',') || 'none',
  initial: () => [],
  isStored: false,
})

// `none` is a possible name too.
const escaped = (name: string): string =>
  name === 'none' ? '%6Eone' : name.replaceAll('%', '%25').replaceAll(',', '%2C')

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

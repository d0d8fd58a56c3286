/** The marketplaces that the demo company sells in. */
export interface Marketplace {
  timeZone: string
  currency: string
  /** On what is sold there, in all of the demo's time. */
  vatPercent: bigint
  /** As settlements name it; the second is the company's own shop. */
  names: readonly [string, string]
}

export const MARKETPLACES: Readonly<Record<string, Marketplace>> = {
  DE: {
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    vatPercent: 19n,
    names: ['Amazon.de', 'Non-Amazon DE'],
  },
  GB: {
    timeZone: 'Europe/London',
    currency: 'GBP',
    vatPercent: 20n,
    names: ['Amazon.co.uk', 'Non-Amazon UK'],
  },
}

/** The account is at home here: days of what belongs to no marketplace are this one's. */
export const HOME = 'DE'

export const marketplaceNamed = (name: string): string | undefined =>
  Object.keys(MARKETPLACES).find((code) => MARKETPLACES[code]!.names.includes(name))

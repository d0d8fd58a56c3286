import type { ConnectionProvider } from '#contract/connections.ts'
import { MARKETPLACES, type Region } from '#contract/marketplaces.ts'

export const REGION_LABELS: Record<Region, string> = {
  EUROPE: 'Europe',
  NORTH_AMERICA: 'North America',
  FAR_EAST: 'Far East',
}

export const PROVIDER_LABELS: Record<ConnectionProvider, { label: string; note: string; api: string }> = {
  SELLING_PARTNER: {
    label: 'Seller Central',
    note: 'Orders, fees, stock, traffic and search queries',
    api: 'Selling Partner API',
  },
  ADVERTISING: {
    label: 'Amazon Advertising',
    note: 'Spend, clicks and attributed sales',
    api: 'Advertising API',
  },
}

export const marketplacesOf = (region: Region) =>
  MARKETPLACES.filter((marketplace) => marketplace.region === region)

import { z } from 'zod'

const Key = z.tuple([z.string(), z.string(), z.string()])

interface StockKey {
  /** Its id. */
  account: string
  marketplace: string
  sku: string
}

/** How a browser names a row. */
export const keyText = ({ account, marketplace, sku }: StockKey): string =>
  JSON.stringify([account, marketplace, sku])

/** The same, read back; undefined for what is no key. */
export function readKey(text: string): StockKey | undefined {
  try {
    const [account, marketplace, sku] = Key.parse(JSON.parse(text))
    return { account, marketplace, sku }
  } catch {
    return undefined
  }
}

/** What `observability.status.get` answers. */
export interface StatusAnswer {
  hostname: string
  /** The newest published rates, by currency. */
  exchangeRates: {
    currency: string
    day: string
    /** US dollars per unit, as decimal text. */
    usd: string
  }[]
  /** The operator wants whole crash reports of the browser that asks. */
  isDetailedLoggingSupported: boolean
}

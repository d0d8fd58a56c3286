/** VAT in prices from a day on, until the next of the same marketplace; `rate` is a fraction as decimal text. */
export interface VatRate {
  marketplace: string
  validFrom: string
  rate: string
}

/** What stock is reordered by, unless a product says otherwise (INV-2). */
export interface Replenishment {
  leadTimeDays: number
  safetyDays: number
  targetCoverDays: number
  /** Where goods for a marketplace take longer or shorter. */
  marketplaceLeadTimeDays: Record<string, number>
}

export const DEFAULT_REPLENISHMENT: Replenishment = {
  leadTimeDays: 60,
  safetyDays: 14,
  targetCoverDays: 60,
  marketplaceLeadTimeDays: {},
}

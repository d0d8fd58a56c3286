/** Whose views can be saved, and within which limits. */
export const SAVED_VIEW_PAGES = [
  'unit-economics',
  'brand-manager.SKU',
  'brand-manager.BRAND',
  'brand-manager.MARKETPLACE',
  'brand-manager.PERIOD',
  'trends.salesAndTraffic',
  'trends.advertising',
] as const
export type SavedViewPage = (typeof SAVED_VIEW_PAGES)[number]

/** Of one person, of each page of each company. */
export const VIEWS_MAX = 20
export const VIEW_NAME_MAX = 60
/** Of the text that a view is kept as: its address and its columns. */
export const VIEW_LENGTH_MAX = 16_000

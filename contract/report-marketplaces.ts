/** Marketplaces of which Amazon does not make a report, by what its documentation says of the type. */

/** Brand Analytics. */
export const WITHOUT_SEARCHES: readonly string[] = ['BE', 'EG', 'IE', 'PL']

/** GET_FBA_INVENTORY_PLANNING_DATA (developer-docs.amazon.com/sp-api/docs/report-type-values-fba). */
export const WITHOUT_STOCK_PLANNING: readonly string[] = ['BE', 'NL', 'PL', 'SE']

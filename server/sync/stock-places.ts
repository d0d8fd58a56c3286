/** Marketplaces of the European Union sell from one stock; all others, Great Britain and Turkey too, have each their own. */
const EUROPEAN_UNION = ['DE', 'FR', 'IT', 'ES', 'NL', 'PL', 'SE', 'BE', 'IE']

/**
 * A marketplace for each stock of a seller, which is asked for what is there. A stock that several sell from is that of the one where
 * the account is at home, else of the first of them.
 */
export function stockPlaces(marketplaces: readonly string[], home: string | null): string[] {
  const shared = EUROPEAN_UNION.filter((code) => marketplaces.includes(code))
  const place = home !== null && shared.includes(home) ? home : shared[0]
  return [
    ...(place === undefined ? [] : [place]),
    ...marketplaces.filter((code) => !EUROPEAN_UNION.includes(code)),
  ]
}

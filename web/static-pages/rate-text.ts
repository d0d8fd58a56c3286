const format = new Intl.NumberFormat('en-GB', {
  minimumSignificantDigits: 5,
  maximumSignificantDigits: 5,
})

/** `1.1689`: an exchange rate to five significant digits. Exact text goes in; no digit passes through floating point. */
export const rateText = (rate: string): string => format.format(rate as Intl.StringNumericLiteral)

/** Money is whole cents everywhere in the sandbox; it becomes text only in the files. */

/** `-12.34` for -1234. */
export function moneyText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const WITHOUT_DECIMALS = new Set(['JPY'])

/** An amount in the smallest unit of its currency, as files write it: yen have no decimals. */
export const amountText = (amount: number, currency: string): string =>
  WITHOUT_DECIMALS.has(currency) ? String(amount) : moneyText(amount)

/** A share of an amount in hundredths of a percent (1500 is 15 %), rounded half away from zero to the cent. */
export function share(cents: number, hundredthsOfPercent: number): number {
  const product = Math.abs(cents) * hundredthsOfPercent
  return Math.sign(cents) * Math.floor((product + 5000) / 10_000)
}

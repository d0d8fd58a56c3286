/** FX-1 and FX-2. */
import { daysLater, type Day } from './calendar.ts'
import { scaled, whole, type Amount } from './decimals.ts'
import type { RawData } from './raw-files.ts'

const OLDEST_RATE_DAYS = 10

/** Dollars for one unit; nothing where the newest rate is too old. */
function dollars(rates: RawData['rates'], currency: string, day: Day): Amount | null {
  if (currency === 'USD') return whole(1)
  const ofCurrency = rates.get(currency)
  for (let age = 0; age <= OLDEST_RATE_DAYS; age++) {
    const rate = ofCurrency?.get(daysLater(day, -age))
    if (rate !== undefined) return rate
  }
  return null
}

/** An amount of a day in another currency, or nothing where a rate is missing. */
export function exchanged(
  rates: RawData['rates'],
  amount: Amount,
  { from, to, day }: { from: string; to: string; day: Day },
): Amount | null {
  if (from === to || amount === 0n) return amount
  const [sold, bought] = [dollars(rates, from, day), dollars(rates, to, day)]
  return sold === null || bought === null ? null : scaled(amount, sold, bought)
}

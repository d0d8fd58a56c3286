import type { TargetsInput, Target } from '#contract/executive-summary.ts'
import { daysIn, endOfMonth, startOfMonth, type IsoDate } from '#contract/date-range.ts'
import { divide, multiply, parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { listTargets, type Company, type StoredTarget } from '#server/accounts/index.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { factorsOn } from '#server/ledger/currencies/conversion.ts'
import type { Services } from '#server/ledger/services.ts'
import type { z } from 'zod'

/** The targets of some months as they were entered. */
export async function targetsOf(
  services: Services,
  company: Company,
  { from, to }: Pick<z.infer<typeof TargetsInput>, 'from' | 'to'>,
): Promise<Target[]> {
  const stored = await listTargets(services.accounts, company, { from: `${from}-01`, to: `${to}-01` })
  return stored.map(({ marketplace, month, amount, currency, updatedAt }) => ({
    marketplace: marketplace || null,
    month: month.slice(0, 7),
    amount,
    currency,
    updatedAt: updatedAt.toISOString(),
  }))
}

/** Targets in the asked currency, at the rates of today: they are plans, and no day has brought them. */
export interface TargetsAsked {
  /** Of one marketplace in the month of a day; null where there is none, or no rate. */
  ofMarketplace(marketplace: string, day: IsoDate): Decimal | null
  /** The marketplaces that have one in the month of a day, among those that are chosen. */
  marketplacesOn(day: IsoDate): string[]
  /** Of what is chosen: that of all where nothing is, and else the sum, where each has one. */
  ofChosen(day: IsoDate): Decimal | null
  /** The part that one day has of it. */
  ofDay(day: IsoDate): Decimal | null
}

export async function readTargets(
  services: Services,
  company: Company,
  {
    currencyCode,
    marketplaces = [],
    from,
    to,
    today,
  }: {
    currencyCode: string
    marketplaces?: readonly string[] | undefined
    from: IsoDate
    to: IsoDate
    today: IsoDate
  },
): Promise<TargetsAsked> {
  const [stored, { heldMarketplaces }] = await Promise.all([
    listTargets(services.accounts, company, { from: startOfMonth(from), to: startOfMonth(to) }),
    moneyOf(services, company),
  ])
  const currencies = stored.map(({ currency }) => currency)
  const factorOf =
    stored.length === 0
      ? () => null
      : await factorsOn(services, company, { to: currencyCode, currencies, day: today })
  const of = (marketplace: string, day: IsoDate): Decimal | null => {
    const found = stored.find((one) => one.marketplace === marketplace && one.month === startOfMonth(day))
    return found ? converted(found, factorOf) : null
  }
  const marketplacesOn = (day: IsoDate): string[] =>
    stored.flatMap(({ marketplace, month }) =>
      marketplace !== '' &&
      month === startOfMonth(day) &&
      (marketplaces.length === 0 || marketplaces.includes(marketplace))
        ? [marketplace]
        : [],
    )
  const ofChosen = (day: IsoDate): Decimal | null => {
    if (marketplaces.length === 0) {
      const ofAll = of('', day)
      if (ofAll !== null) return ofAll
    }
    // One that has sold nothing yet may have a target too.
    const chosen =
      marketplaces.length > 0 ? marketplaces : new Set([...heldMarketplaces, ...marketplacesOn(day)])
    const parts = [...chosen].map((code) => of(code, day))
    return parts.length === 0 ? null : parts.reduce(plus, ZERO)
  }
  return {
    ofMarketplace: of,
    marketplacesOn,
    ofChosen,
    ofDay: (day) => {
      const target = ofChosen(day)
      const count = daysIn({ start: startOfMonth(day), end: endOfMonth(day) })
      return target === null ? null : divide(target, parseDecimal(String(count)))
    },
  }
}

function converted({ amount, currency }: StoredTarget, factorOf: (currency: string) => Decimal | null) {
  const factor = factorOf(currency)
  return factor === null ? null : multiply(parseDecimal(amount), factor)
}

const plus = (sum: Decimal | null, part: Decimal | null): Decimal | null =>
  sum === null || part === null ? null : sum + part

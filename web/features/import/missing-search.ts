import type { DateRange } from '#contract/date-range.ts'
import type { Coverage } from '#contract/imports.ts'
import type { SearchParams } from '#web/search-params.ts'
import { dayText } from '#web/ui/dates.ts'

/** Days without a file that a warning led here for. */
export interface MissingFiles {
  days: DateRange
  /** Null where the address names nothing that the company has. */
  of: { account: string; currencies: string[] } | null
}

/** What an address says of missing days, as `missingSearch` writes it; null where it says nothing. */
export function missingIn(
  { missing, of }: SearchParams,
  known: { accounts: readonly string[]; currencies: readonly string[] },
): MissingFiles | null {
  const [, start, end] = /^(\d{4}-\d\d-\d\d)\.(\d{4}-\d\d-\d\d)$/.exec(missing ?? '') ?? []
  if (!start || !end || Number.isNaN(Date.parse(start)) || Number.isNaN(Date.parse(end))) return null
  return { days: { start, end }, of: ofKnown(of ?? '', known) }
}

function ofKnown(of: string, { accounts, currencies }: Parameters<typeof missingIn>[1]): MissingFiles['of'] {
  // A name may hold what parts it from the currencies.
  const account = accounts
    .toSorted((a, b) => b.length - a.length)
    .find((name) => name !== '' && (of === name || of.startsWith(`${name}, `)))
  const rest = of.slice(account === undefined ? 0 : account.length + ', '.length)
  const named = rest === '' ? [] : rest.split(', ')
  if (of === '' || !named.every((code) => currencies.includes(code))) return null
  return { account: account ?? '', currencies: named }
}

type Sales = Coverage['sales'][number]

/** Somebody has said so, and no file says otherwise. */
export const hasEnded = (sales: Sales | undefined): boolean =>
  sales?.saidToEnd != null && sales.lastDay !== null && sales.lastDay <= sales.saidToEnd

/** What was said of sales, and whether it counts. */
export function endedText(sales: Sales): string {
  const { account, currency, lastDay, saidToEnd } = sales
  const said = `${account}, ${currency}: nothing sold after ${dayText(saidToEnd!)}`
  if (hasEnded(sales)) return said
  return lastDay === null
    ? `${said}, but no file for it is in use`
    : `${account}, ${currency}: sales continued until ${dayText(lastDay)}, so the end on ${dayText(saidToEnd!)} no longer applies`
}

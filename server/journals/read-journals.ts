import type { JournalFormat } from '#contract/journal-accounts.ts'
import type { BookSettings, SettlementJournals, SettlementName } from '#contract/journals.ts'
import { daysOfMonth } from '#contract/closed-months.ts'
import type { CurrencyCode } from '#contract/currencies.ts'
import { Currency } from '#contract/fields.ts'
import { journalSettingsOf, listSellerAccounts, type Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { settlementReconciliation } from '#server/ledger/settlements/reconciliation.ts'
import type { Services } from '#server/ledger/services.ts'
import {
  bookedOfSettlements,
  settlementRowsKey,
  type SettlementLedgerRow,
} from '#server/ledger/settlements/settlement-ledger.ts'
import { settlementJournals } from './settlement-journals.ts'

/** What a company has said of its books. Where it names no currency of them, it is that of its pages. */
export async function bookSettings(services: Services, company: Company): Promise<BookSettings> {
  const settings = (await journalSettingsOf(services.accounts, company))?.settings
  const usual = Currency.nullable().catch(null).parse(company.defaultCurrency)
  return {
    accounts: settings?.accounts ?? [],
    datev: settings?.datev ?? null,
    bookCurrency: settings?.bookCurrency ?? usual,
  }
}

const CURRENCY_OF_NOBODY: CurrencyCode = 'USD'

/** In which the books are kept; that of its money where nobody has said it. */
export async function bookCurrencyOf(services: Services, company: Company): Promise<CurrencyCode> {
  const [{ bookCurrency }, { currencies }] = await Promise.all([
    bookSettings(services, company),
    moneyOf(services, company),
  ])
  return (bookCurrency ?? currencies[0] ?? CURRENCY_OF_NOBODY) as CurrencyCode
}

/** The settlements that count, the newest first, with their journals. Those that none are wanted of are left out. */
export async function readJournals(
  services: Services,
  company: Company,
  format: JournalFormat,
  isWanted: (
    settlement: SettlementName & { startDate: string | null; endDate: string | null },
    rows: readonly SettlementLedgerRow[],
  ) => boolean = () => true,
): Promise<SettlementJournals[]> {
  const [settings, settlements, ledger, accounts] = await Promise.all([
    bookSettings(services, company),
    settlementReconciliation(services, company),
    bookedOfSettlements(services, company),
    listSellerAccounts(services.accounts, company),
  ])
  const idOf = new Map(accounts.map(({ id, name }) => [name, id]))
  const counts = new Map<string, number>()
  for (const { settlementId } of settlements) counts.set(settlementId, (counts.get(settlementId) ?? 0) + 1)
  return settlements
    .flatMap((settlement) => {
      const { account, settlementId } = settlement
      const rows = ledger.get(settlementRowsKey({ accountId: idOf.get(account) ?? '', settlementId })) ?? []
      if (!isWanted(settlement, rows)) return []
      const isIdShared = counts.get(settlementId)! > 1
      return [settlementJournals({ settlement, rows, isIdShared }, settings, format)]
    })
    .toSorted(newestFirst)
}

/** In one answer; a month has some tens. */
const SETTLEMENTS_OF_MONTH_MAX = 2_000

/** Those with days or a journal in a month. Throws JOURNALS_TOO_MANY. */
export async function settlementsOfMonth(
  services: Services,
  company: Company,
  { format, month }: { format: JournalFormat; month: string },
): Promise<SettlementJournals[]> {
  const { start: first, end: last } = daysOfMonth(month)
  const settlements = await readJournals(
    services,
    company,
    format,
    // Rows may lie outside of the days that a settlement states, so their months are looked at as well.
    ({ startDate, endDate }, rows) =>
      rows.some(({ month: own }) => own === first) ||
      ((startDate ?? last) <= last && (endDate ?? first) >= first && (startDate ?? endDate) !== null),
  )
  if (settlements.length > SETTLEMENTS_OF_MONTH_MAX)
    throw new AppError('JOURNALS_TOO_MANY', { max: SETTLEMENTS_OF_MONTH_MAX })
  return settlements
}

const orderOf = ({ endDate, startDate, settlementId, account }: SettlementJournals): string =>
  [endDate ?? '', startDate ?? '', settlementId, account].join(' ')
const newestFirst = (a: SettlementJournals, b: SettlementJournals): number =>
  orderOf(a) < orderOf(b) ? 1 : -1

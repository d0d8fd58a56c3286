import { WITHOUT_SETTLEMENT_SHOWN, type BankMatch } from '#contract/bank-match.ts'
import { arrivalRange, matchPayouts, type Payout } from '#contract/bank-matching.ts'
import { addDays } from '#contract/date-range.ts'
import {
  addressesOf,
  bankWords,
  listBankConfirmations,
  listBankImports,
  listBankRows,
  type BankImport,
  type Company,
} from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { payoutsOf } from '#server/ledger/settlements/payouts.ts'

/** Every payout of the company beside the rows of its bank. */
export async function bankMatch(services: Services, company: Company): Promise<BankMatch> {
  const { accounts } = services
  const [payouts, imports, rows, confirmations] = await Promise.all([
    payoutsOf(services, company),
    listBankImports(accounts, company),
    listBankRows(accounts, company),
    listBankConfirmations(accounts, company),
  ])
  const people = [
    ...imports.map(({ importedBy }) => importedBy),
    ...confirmations.map(({ confirmedBy }) => confirmedBy),
  ]
  const addresses = await addressesOf(accounts, [...new Set(people)])
  const saidOf = new Map(confirmations.map((said) => [said.payoutKey, said]))
  const found = matchPayouts(payouts, rows, {
    confirmed: new Map(confirmations.map(({ payoutKey, rowId }) => [payoutKey, rowId])),
    isCovered: coverOf(imports),
  })
  const withoutSettlement = found.left.slice(-WITHOUT_SETTLEMENT_SHOWN)
  const shown = [...[...found.payouts.values()].flatMap((one) => one.rows), ...withoutSettlement]
  const words = await bankWords(accounts, company, [...new Set(shown.map(({ id }) => id))])
  const withWords = (matched: typeof rows) =>
    matched.map(({ id, day, amount, currency }) => ({
      id,
      day,
      amount,
      currency,
      text: words.get(id) ?? '',
    }))
  return {
    deposits: payouts
      .map(({ key, account, settlementId, currency, amount, day }) => {
        const { state, rows: matched } = found.payouts.get(key)!
        const said = state === 'CONFIRMED' ? saidOf.get(key) : undefined
        return {
          key,
          account,
          settlementId,
          currency,
          amount,
          day,
          state,
          rows: withWords(matched),
          confirmedAt: said?.confirmedAt.toISOString() ?? null,
          confirmedBy: said ? (addresses.get(said.confirmedBy) ?? said.confirmedBy) : null,
        }
      })
      .toSorted((a, b) => b.day.localeCompare(a.day) || a.key.localeCompare(b.key)),
    withoutSettlement: withWords(withoutSettlement),
    withoutSettlementCount: found.left.length,
    imports: imports.map(({ importedAt, importedBy, ...said }) => ({
      ...said,
      importedAt: importedAt.toISOString(),
      importedBy: addresses.get(importedBy) ?? importedBy,
    })),
  }
}

/** Tells whether statements of the currency hold every day on which a payout may arrive. */
function coverOf(imports: readonly BankImport[]): (payout: Payout) => boolean {
  const ranges = new Map<string, BankImport[]>()
  const inOrder = imports.toSorted((a, b) => (a.firstDay < b.firstDay ? -1 : 1))
  for (const one of inOrder)
    for (const currency of one.currencies) ranges.set(currency, [...(ranges.get(currency) ?? []), one])
  return (payout) => {
    const { start, end } = arrivalRange(payout)
    let open = start
    for (const { firstDay, lastDay } of ranges.get(payout.currency) ?? [])
      if (firstDay <= open && lastDay >= open) open = addDays(lastDay, 1)
    return open > end
  }
}

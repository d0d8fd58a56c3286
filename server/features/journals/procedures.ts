import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { CompanyId } from '#contract/fields.ts'
import {
  ExchangeInput,
  JournalRowsInput,
  JournalsInput,
  JournalTicketInput,
  SetJournalSettingsInput,
  SettlementJournalsInput,
  type AccountEntry,
  type BookSettings,
  type Exchange,
  type JournalSettings,
  type SettlementJournals,
  type SettlementSummary,
} from '#contract/journals.ts'
import {
  addressesOf,
  journalSettingsOf,
  recordAudit,
  saveJournalSettings,
  type Company,
} from '#server/accounts/index.ts'
import { actorOf, ticketHolderOf } from '#server/access.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/ledger/services.ts'
import { companyProcedure, companyProcedureFor, LONG_LISTS, router } from '#server/trpc.ts'
import { PNL_DAYS_MAX } from '#contract/periods.ts'
import { within } from '#server/metrics/range-limit.ts'
import { exchangeOf } from './exchange.ts'
import { journalRows } from '#server/journals/journal-rows.ts'
import { readJournals } from '#server/journals/read-journals.ts'

async function settingsOf({ accounts }: Services, company: Company): Promise<JournalSettings> {
  const saved = await journalSettingsOf(accounts, company)
  if (!saved)
    return { accounts: [], datev: null, bookCurrency: null, revision: 0, changedAt: null, changedBy: null }
  const names = await addressesOf(accounts, [saved.changedBy])
  return {
    ...saved.settings,
    revision: saved.revision,
    changedAt: saved.changedAt.toISOString(),
    changedBy: names.get(saved.changedBy) ?? null,
  }
}

/** What settlements are booked as, and to which accounts. */
export const journalsRouter = router({
  /** Every settlement that counts, the newest first, and whether it can be booked. */
  list: companyProcedure
    .input(JournalsInput)
    .query(async ({ ctx, input: { format } }): Promise<SettlementSummary[]> => {
      const settlements = await readJournals(ctx.services, ctx.company, format)
      return settlements.map(({ journals: _journals, ...summary }) => summary)
    }),

  get: companyProcedure
    .input(SettlementJournalsInput)
    .query(async ({ ctx, input: { format, account, settlementId } }): Promise<SettlementJournals> => {
      const [found] = await readJournals(
        ctx.services,
        ctx.company,
        format,
        (one) => one.settlementId === settlementId && one.account === account,
      )
      if (!found) throw new AppError('SETTLEMENT_UNKNOWN')
      return found
    }),

  /** The lines of files behind one part of a journal. */
  getRows: companyProcedure
    .input(JournalRowsInput)
    .query(({ ctx, input, signal }) => journalRows(ctx.services, ctx.company, input, signal)),

  /** Payouts in other currencies than the books. A statement of a bank changes them without a version of the numbers. */
  getExchange: companyProcedure
    .input(ExchangeInput)
    .query(({ ctx, input, signal }): Promise<Exchange> =>
      exchangeOf(ctx.services, ctx.company, within(input, PNL_DAYS_MAX), signal),
    ),

  getSettings: companyProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(({ ctx }): Promise<JournalSettings> => settingsOf(ctx.services, ctx.company)),

  setSettings: companyProcedureFor('keepBooks')
    .meta(LONG_LISTS)
    .input(SetJournalSettingsInput)
    .mutation(async ({ ctx, input: { companyId, revision, ...settings } }): Promise<JournalSettings> => {
      const { accounts } = ctx.services
      const actor = actorOf(ctx.caller)
      const before = (await journalSettingsOf(accounts, ctx.company))?.settings ?? null
      const at = ctx.services.now()
      if (!(await saveJournalSettings(accounts, ctx.company, { revision, settings, actor, at })))
        throw new AppError('JOURNAL_SETTINGS_CHANGED')
      await recordAudit(accounts, {
        actor,
        action: 'company.bookAccounts',
        companyId,
        details: difference(before, settings),
      })
      return settingsOf(ctx.services, ctx.company)
    }),

  /** Lets one download through for a minute. */
  getDownloadTicket: companyProcedure
    .input(JournalTicketInput)
    .mutation(({ ctx, input: { companyId, download } }) => ({
      ticket: ctx.tickets.issue(
        { companyId, file: JSON.stringify(download) },
        ticketHolderOf(ctx.caller),
        ctx.services.now(),
      ),
    })),
})

/** What was another way before, and what of it is now. */
function difference(before: BookSettings | null, after: BookSettings) {
  const others = (of: BookSettings | null, than: BookSettings | null) => {
    if (!of) return null
    const known = new Set(than?.accounts.map(entryId))
    return {
      ...(of.bookCurrency !== than?.bookCurrency && { bookCurrency: of.bookCurrency }),
      ...(!isDeepStrictEqual(of.datev, than?.datev) && { datev: of.datev }),
      accounts: of.accounts.filter((entry) => !known.has(entryId(entry))),
    }
  }
  return { before: others(before, after), after: others(after, before) }
}

const entryId = ({ subject, marketplace, code, name, taxCode }: AccountEntry): string =>
  JSON.stringify([subject, marketplace, code, name, taxCode])

import { z } from 'zod'
import {
  BANK_IMPORTS_MAX,
  BANK_INPUT_BYTES_MAX,
  BANK_PREVIEW_ROWS_MAX,
  BANK_ROWS_KEPT_MAX,
  BankFileInput,
  ConfirmInput,
  type BankMatch,
  type BankPreview,
} from '#contract/bank-match.ts'
import { CompanyId, Id } from '#contract/fields.ts'
import {
  addBankImport,
  confirmBankRow,
  listBankRows,
  removeBankImport,
  undoBankConfirmation,
} from '#server/accounts/index.ts'
import { actorOf } from '#server/access.ts'
import { audit } from '#server/audit.ts'
import { AppError } from '#server/errors.ts'
import { companyProcedure, companyProcedureFor, router } from '#server/trpc.ts'
import { bankMatch } from './match.ts'
import { payoutsOf } from '#server/ledger/settlements/payouts.ts'
import { readStatement } from './statement-file.ts'

const BANK_FILE = { inputBytesMax: BANK_INPUT_BYTES_MAX }
const booksProcedure = companyProcedureFor('keepBooks')

export const bankMatchRouter = router({
  getData: companyProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(({ ctx }): Promise<BankMatch> => bankMatch(ctx.services, ctx.company)),

  /** What would be kept of a statement, and what has to be said of it first. Stores nothing. */
  preview: booksProcedure
    .meta(BANK_FILE)
    .input(BankFileInput)
    .mutation(async ({ ctx, input, signal }): Promise<BankPreview> => {
      const { rows, kept, sha256: _, ...said } = await readStatement(ctx.services, ctx.company, input, signal)
      return {
        ...said,
        rowsRead: rows.length,
        rows: kept.slice(0, BANK_PREVIEW_ROWS_MAX).map(({ id: _id, ...row }) => row),
        rowsKept: kept.length,
      }
    }),

  /** Of a file that is there already, rows are added that are chosen now and were not then. */
  importStatement: booksProcedure
    .meta(BANK_FILE)
    .input(BankFileInput)
    .mutation(async ({ ctx: { services, company, caller }, input, signal }) => {
      const { questions, rows, kept, ...statement } = await readStatement(services, company, input, signal)
      const { sha256, firstDay, lastDay } = statement
      if (questions.length > 0) throw new AppError('BANK_QUESTION_OPEN')
      if (firstDay === null || lastDay === null)
        throw new AppError('BANK_FILE_UNUSABLE', { reason: 'It has no rows.' })
      const actor = actorOf(caller)
      const added = await addBankImport(
        services.accounts,
        company,
        {
          fileName: input.fileName,
          sha256,
          importedAt: services.now(),
          importedBy: actor,
          firstDay,
          lastDay,
          currencies: [...new Set(rows.map(({ currency }) => currency))].toSorted(),
          rowsRead: rows.length,
          rows: kept.map(({ id, day, amount, currency, text }) => ({ id, day, amount, currency, text })),
        },
        { importsMax: BANK_IMPORTS_MAX, rowsMax: BANK_ROWS_KEPT_MAX },
      )
      if (added.isNew || added.rowsAdded > 0)
        await audit({ services, company, caller }, 'company.bankImport', {
          fileName: input.fileName,
          rowsKept: added.rowsAdded,
        })
      return added
    }),

  undoImport: booksProcedure
    .input(z.object({ companyId: CompanyId, importId: Id }))
    .mutation(async ({ ctx: { services, company, caller }, input: { importId } }) => {
      const gone = await removeBankImport(services.accounts, company, importId)
      if (!gone) throw new AppError('BANK_IMPORT_UNKNOWN')
      await audit({ services, company, caller }, 'company.bankUndo', gone)
    }),

  /** Says which row of the bank a payout is, or takes that back. */
  confirm: booksProcedure
    .input(ConfirmInput)
    .mutation(async ({ ctx: { services, company, caller }, input: { key, rowId, seenRowId } }) => {
      const { accounts } = services
      const actor = actorOf(caller)
      if (rowId === null) {
        if (!(await undoBankConfirmation(accounts, company, key, seenRowId)))
          throw new AppError('BANK_CHOICE_CHANGED')
      } else {
        const [payouts, rows] = await Promise.all([
          payoutsOf(services, company),
          listBankRows(accounts, company),
        ])
        const keys = payouts.map((payout) => payout.key)
        if (!keys.includes(key) || !rows.some(({ id }) => id === rowId))
          throw new AppError('BANK_ROW_UNKNOWN')
        const said = { payoutKey: key, rowId, confirmedAt: services.now(), confirmedBy: actor, seenRowId }
        const outcome = await confirmBankRow(accounts, company, said, keys)
        if (outcome === 'ROW_TAKEN') throw new AppError('BANK_ROW_TAKEN')
        if (outcome === 'CHANGED') throw new AppError('BANK_CHOICE_CHANGED')
      }
      await audit(
        { services, company, caller },
        rowId === null ? 'company.bankUnconfirm' : 'company.bankConfirm',
        { settlement: key },
      )
    }),
})

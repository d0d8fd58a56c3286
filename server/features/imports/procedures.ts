import {
  AnswerInput,
  ImportInput,
  ImportsInput,
  type ImportRecord,
  type ListedImport,
} from '#contract/imports.ts'
import { reportGuide } from '#amazon/index.ts'
import type { GuideReport } from '#contract/report-guide.ts'
import { lackOf } from '#contract/cost-mapping.ts'
import { CompanyId } from '#contract/fields.ts'
import {
  dismissImport,
  getImport,
  importOutcomes,
  listImports,
  listSellerAccounts,
  type Accounts,
  type Company,
  type Import,
  type ImportLine,
} from '#server/accounts/index.ts'
import { ticketHolderOf } from '#server/access.ts'
import { audit } from '#server/audit.ts'
import { AppError } from '#server/errors.ts'
import { undoImport } from '#server/ledger/changing/changes.ts'
import { coverage } from '#server/ledger/coverage/coverage.ts'
import type { ImportResult } from '#server/ledger/importing/import-result.ts'
import type { Services } from '#server/ledger/services.ts'
import { companyProcedure, companyProcedureFor, router } from '#server/trpc.ts'
import { z } from 'zod'

export const importsRouter = router({
  list: companyProcedure.input(ImportsInput).query(async ({ ctx, input }) => {
    const { accounts } = ctx.services
    const { imports, ...counts } = await listImports(accounts, ctx.company, input)
    const names = await accountNames(accounts, ctx.company)
    return { imports: imports.map((row) => listed(row, names)), ...counts }
  }),

  get: companyProcedure
    .input(ImportInput)
    .query(({ ctx, input }) => recordOf(ctx.services, ctx.company, input.importId)),

  undo: companyProcedureFor('importFiles')
    .input(ImportInput)
    .mutation(async ({ ctx, input }) => {
      await undoImport(ctx.services, ctx.company.id, input.importId)
      await audit(ctx, 'import.undo', { importId: input.importId })
      return recordOf(ctx.services, ctx.company, input.importId)
    }),

  cancel: companyProcedureFor('importFiles')
    .input(ImportInput)
    .mutation(async ({ ctx, input }) => {
      await importOf(ctx.services, ctx.company, input.importId)
      await ctx.queue.cancel(ctx.company.id, input.importId)
      await audit(ctx, 'import.cancel', { importId: input.importId })
      return recordOf(ctx.services, ctx.company, input.importId)
    }),

  answer: companyProcedureFor('importFiles')
    .input(AnswerInput)
    .mutation(async ({ ctx, input }) => {
      const record = await importOf(ctx.services, ctx.company, input.importId)
      if (record.status !== 'NEEDS_ANSWER') throw new AppError('IMPORT_NOT_WAITING')
      const question = (record.result as Partial<ImportResult> | null)?.costQuestion
      if (input.costs) {
        const lack = question ? lackOf(input.costs, question) : 'This import asks for no columns.'
        if (lack) throw new AppError('ANSWER_INCOMPLETE', { lack })
      }
      const { account, marketplace, day, dateOrder, costs } = input
      await ctx.queue.repeat(ctx.company, input.importId, {
        ...(account !== undefined && { account }),
        ...(marketplace && { marketplace }),
        ...(day && { day }),
        ...(dateOrder && { dateOrder }),
        ...(costs && { costs }),
      })
      await audit(ctx, 'import.answer', { importId: input.importId })
      return recordOf(ctx.services, ctx.company, input.importId)
    }),

  /** Tries an import again that failed or was cancelled. */
  retry: companyProcedureFor('importFiles')
    .input(ImportInput)
    .mutation(async ({ ctx, input }) => {
      const record = await importOf(ctx.services, ctx.company, input.importId)
      if (record.status !== 'FAILED' && record.status !== 'CANCELLED') throw new AppError('IMPORT_NOT_ENDED')
      if (record.fileDeletedAt) throw new AppError('FILE_DELETED')
      await ctx.queue.repeat(ctx.company, input.importId)
      await audit(ctx, 'import.retry', { importId: input.importId })
      return recordOf(ctx.services, ctx.company, input.importId)
    }),

  /** Takes an import off the list that brought nothing. Its record stays, and stands in the list that has all. */
  dismiss: companyProcedureFor('importFiles')
    .input(ImportInput)
    .mutation(async ({ ctx, input }) => {
      await importOf(ctx.services, ctx.company, input.importId)
      if (!(await dismissImport(ctx.services.accounts, ctx.company, input.importId)))
        throw new AppError('IMPORT_NOT_DISMISSIBLE')
      await audit(ctx, 'import.dismiss', { importId: input.importId })
      return recordOf(ctx.services, ctx.company, input.importId)
    }),

  /** Lets downloads of the original file, or of its refused rows, through for a minute. */
  getDownloadTicket: companyProcedure.input(ImportInput).mutation(async ({ ctx, input }) => {
    const { id } = await importOf(ctx.services, ctx.company, input.importId)
    return {
      ticket: ctx.tickets.issue(
        { companyId: ctx.company.id, file: String(id) },
        ticketHolderOf(ctx.caller),
        ctx.services.now(),
      ),
    }
  }),

  /** Which report gives what, and where it is found. */
  getReportGuide: companyProcedure
    .input(z.object({ companyId: CompanyId }))
    .query((): GuideReport[] => reportGuide()),

  getCoverage: companyProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(({ ctx }) => coverage(ctx.services, ctx.company)),

  /** The version of the numbers that are shown now: pages ask now and then whether theirs are the newest. */
  getVersion: companyProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(({ ctx }) => ctx.company.publishedVersion),
})

/** An import of others is one that does not exist. */
async function importOf({ accounts }: Services, company: Company, importId: number): Promise<Import> {
  const row = await getImport(accounts, company, importId)
  if (!row) throw new AppError('IMPORT_UNKNOWN')
  return row
}

async function recordOf(services: Services, company: Company, importId: number): Promise<ImportRecord> {
  const { accounts } = services
  const row = await importOf(services, company, importId)
  const result = row.result as Partial<ImportResult> | null
  const parts = result?.parts ?? []
  const outcomes = await importOutcomes(
    accounts,
    company,
    parts.flatMap((part) => part.importId ?? []),
  )
  return {
    ...listed(row, await accountNames(accounts, company)),
    problem: row.problem && { code: row.problem.code, text: row.problem.text },
    refusedRows: result?.refusedRows ?? [],
    settlements: result?.settlements ?? [],
    replaced: result?.replaced ?? [],
    damages: result?.damages ?? [],
    parts: parts.map((part) => {
      const ended = part.importId === null ? undefined : outcomes.get(part.importId)
      return {
        ...part,
        status: ended?.status ?? null,
        problem: part.problem ?? ended?.problem?.text ?? null,
      }
    }),
    accountChoices: result?.accountChoices ?? [],
    asksMarketplace: result?.asksMarketplace ?? false,
    asksDay: result?.asksDay ?? false,
    asksDateOrder: result?.asksDateOrder ?? false,
    costQuestion: result?.costQuestion ?? null,
    costs: row.requested.costs ?? null,
  }
}

const accountNames = async (accounts: Accounts, company: Company): Promise<Map<string, string>> =>
  new Map((await listSellerAccounts(accounts, company)).map((account) => [account.id, account.name]))

/** A reason may quote the file. */
const PROBLEM_LENGTH_MAX = 300

function listed({ result, ...row }: ImportLine, names: ReadonlyMap<string, string>): ListedImport {
  return {
    id: row.id,
    companyId: row.companyId,
    fileName: row.fileName,
    bytes: row.fileBytes,
    sha256: row.fileSha256,
    status: row.status,
    reportType: row.reportType,
    reportLabel: result?.reportLabel ?? null,
    account: row.sellerAccountId === null ? null : (names.get(row.sellerAccountId) ?? null),
    marketplaces: result?.marketplaces ?? [],
    progress: row.progress as ImportRecord['progress'],
    counts: result?.counts ?? null,
    firstDay: result?.firstDay ?? null,
    lastDay: result?.lastDay ?? null,
    problem: row.problem && {
      code: row.problem.code,
      text: row.problem.text.slice(0, PROBLEM_LENGTH_MAX),
    },
    archiveId: row.requested.archive ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    isDismissed: row.dismissedAt !== null,
  }
}

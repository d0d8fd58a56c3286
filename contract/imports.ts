/** `imports.*`, `reconcile` and coverage: what browser, command line and server agree on. */
import { z } from 'zod'
import { CostMapping, CostQuestion, SlashedDateOrder } from './cost-mapping.ts'
import { AnsweredDate, CompanyId, DecimalText, IsoDate, MarketplaceCode, Offset, text } from './fields.ts'
import { IMPORT_STATUSES } from './import-status.ts'
import { REGIONS } from './marketplaces.ts'

export const ImportStatus = z.enum(IMPORT_STATUSES)

export const ImportCounts = z.object({
  /** Data rows of the file, refused ones included. */
  read: z.number(),
  /** Rows that count now; imports that come or go later change it. */
  kept: z.number(),
  /** Rows that an earlier import already holds. */
  known: z.number(),
  /** Rows that are stored but do not count, because another source holds them, or another file undamaged. */
  inactive: z.number(),
  refused: z.number(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

export const SettlementResult = z.object({
  settlementId: z.string(),
  source: z.string(),
  currency: z.string(),
  startDate: AnsweredDate.nullable(),
  endDate: AnsweredDate.nullable(),
  /** The total that the file states; null where the report type states none. */
  total: DecimalText.nullable(),
  sum: DecimalText,
  /** total − sum; anything but 0 means that rows are missing, or that there are too many. */
  difference: DecimalText.nullable(),
  complete: z.boolean(),
  /** TOO_MUCH: rows beyond the total, which count. Records of earlier versions say nothing of it. */
  state: z.enum(['COMPLETE', 'INCOMPLETE', 'TOO_MUCH', 'NO_TOTAL']).optional(),
  active: z.boolean(),
  /** Lines of this source; records of earlier versions say nothing of it. */
  rows: z.number().optional(),
})
export type SettlementResult = z.infer<typeof SettlementResult>

/** Rows of an earlier import that stopped counting, because this one holds them better. */
export const ReplacedRows = z.object({
  importId: z.number(),
  fileName: z.string(),
  settlementId: z.string(),
  source: z.string(),
  currency: z.string(),
  rows: z.number(),
  amount: DecimalText,
})
export type ReplacedRows = z.infer<typeof ReplacedRows>

/** What a spreadsheet took from a file when it was saved there. */
export const Damage = z.object({
  /** Its heading. */
  column: z.string(),
  rows: z.number(),
  /** The column is not there at all. */
  isAbsent: z.boolean(),
  /** False where everything that is shown is as it would be without the damage. */
  changesNumbers: z.boolean(),
})
export type Damage = z.infer<typeof Damage>

export const ImportProblem = z.object({ code: z.string(), text: z.string() })
export const RefusedRow = z.object({
  lineNumber: z.number(),
  table: z.string(),
  reason: z.string(),
  text: z.string(),
})
export type RefusedRow = z.infer<typeof RefusedRow>

/** A file of an archive. */
export const ImportPart = z.object({
  name: z.string(),
  /** The import that it became; null where it could not be taken. */
  importId: z.number().nullable(),
  status: ImportStatus.nullable(),
  /** Why it was not taken, or what its import says. */
  problem: z.string().nullable(),
})
export type ImportPart = z.infer<typeof ImportPart>

export const ImportPhase = z.enum(['READING', 'LEDGER', 'PUBLISHING'])
export type ImportPhase = z.infer<typeof ImportPhase>

export const ImportRecord = z.object({
  id: z.number(),
  companyId: z.string(),
  fileName: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  status: ImportStatus,
  reportType: z.string().nullable(),
  reportLabel: z.string().nullable(),
  account: z.string().nullable(),
  marketplaces: z.array(z.string()),
  progress: z.object({ phase: ImportPhase, bytesRead: z.number() }).nullable(),
  counts: ImportCounts.nullable(),
  refusedRows: z.array(RefusedRow),
  settlements: z.array(SettlementResult),
  replaced: z.array(ReplacedRows),
  damages: z.array(Damage),
  firstDay: AnsweredDate.nullable(),
  lastDay: AnsweredDate.nullable(),
  problem: ImportProblem.nullable(),
  /** The import of the archive that the file came in. */
  archiveId: z.number().nullable(),
  /** For UNPACKED: the files of the archive. */
  parts: z.array(ImportPart),
  /** For NEEDS_ANSWER: the accounts among which the person chooses. */
  accountChoices: z.array(z.string()),
  /** For NEEDS_ANSWER: the file says neither its marketplace nor what leads to it. */
  asksMarketplace: z.boolean(),
  /** For NEEDS_ANSWER: the file says neither its day nor does its name. */
  asksDay: z.boolean(),
  /** For NEEDS_ANSWER: every date of the file can be read as day/month and as month/day. */
  asksDateOrder: z.boolean(),
  /** Of a list of costs: what is asked, or was. */
  costQuestion: CostQuestion.nullable(),
  /** How a list of costs was read. */
  costs: CostMapping.nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Taken off the list of the import page. */
  isDismissed: z.boolean(),
})
export type ImportRecord = z.infer<typeof ImportRecord>

/** In a list: what can be long is in the record alone. */
export const ListedImport = ImportRecord.omit({
  refusedRows: true,
  settlements: true,
  replaced: true,
  damages: true,
  parts: true,
  accountChoices: true,
  asksMarketplace: true,
  asksDay: true,
  asksDateOrder: true,
  costQuestion: true,
  costs: true,
})
export type ListedImport = z.infer<typeof ListedImport>

export const CoverageSource = z.object({
  source: z.string(),
  label: z.string(),
  account: z.string(),
  marketplaces: z.array(z.string()),
  rows: z.number(),
  ranges: z.array(z.object({ start: AnsweredDate, end: AnsweredDate })),
  /** The last day with a row of each marketplace that rows name; settlements say theirs themselves, and of all together. */
  reaches: z.array(z.object({ marketplace: z.string(), lastDay: AnsweredDate })),
  /** When the newest of its files was read. */
  importedAt: z.string().nullable(),
  /** Days between settlements of one account and currency that no file covers. */
  gaps: z.array(z.object({ start: AnsweredDate, end: AnsweredDate })),
})
export const Coverage = z.object({
  /** First and last day with data in the transaction ledger; null for an empty company. */
  firstDay: AnsweredDate.nullable(),
  lastDay: AnsweredDate.nullable(),
  /** Marketplaces with data, most rows first. */
  marketplaces: z.array(z.string()),
  currencies: z.array(z.string()),
  /** Of the numbers that it was read with. */
  version: z.number(),
  publishedAt: z.string().nullable(),
  /** Where files of a seller account count; what belongs to no account, such as exchange rates, connects nothing. */
  connectedRegions: z.array(z.enum(REGIONS)),
  sources: z.array(CoverageSource),
  /** What each account sold in each currency, to which day, and after which somebody has said that nothing was sold. */
  sales: z.array(
    z.object({
      account: z.string(),
      currency: z.string(),
      /** Null where no file that is in use says that anything was sold. */
      lastDay: AnsweredDate.nullable(),
      /** Where `lastDay` lies beyond it, sales went on, and it no longer counts. */
      saidToEnd: AnsweredDate.nullable(),
    }),
  ),
})
export type Coverage = z.infer<typeof Coverage>

export const ReconcileRow = SettlementResult.extend({
  account: z.string(),
  /** Sums of the settlement's ledger rows, by what they are in the statement. */
  profitAndLoss: DecimalText,
  memo: DecimalText,
  unmapped: DecimalText,
  rows: z.number(),
  /** sum − (profitAndLoss + memo): 0.00, or the ledger is wrong. */
  ledgerDifference: DecimalText,
})
export type ReconcileRow = z.infer<typeof ReconcileRow>

export const ImportsInput = z.object({
  companyId: CompanyId,
  limit: z.number().int().min(1).max(500).default(100),
  offset: Offset.default(0),
  /** Whether those are listed too that somebody took off the list. */
  withDismissed: z.boolean().default(true),
  /** Whether those are listed too that were fetched from Amazon and want nobody's attention. */
  withFetched: z.boolean().default(true),
})
export const ImportInput = z.object({ companyId: CompanyId, importId: z.int() })
/** What the import asks for: the seller account, the marketplace or the day of a file, how its dates or a list of costs are read. */
export const AnswerInput = ImportInput.extend({
  account: text(100).min(1).optional(),
  marketplace: MarketplaceCode.optional(),
  day: IsoDate.optional(),
  dateOrder: SlashedDateOrder.optional(),
  costs: CostMapping.optional(),
}).refine(
  ({ account, marketplace, day, dateOrder, costs }) =>
    [account, marketplace, day, dateOrder, costs].filter((answer) => answer !== undefined).length === 1,
  {
    message:
      'Answer with an account, a marketplace, a day, the order of dates, or the columns of a list of costs.',
  },
)

import { EXPENSE_HISTORY_PAGE, type ExpenseSubject } from '#contract/dashboards/expenses.ts'
import {
  ImportListInput,
  PreviewListInput,
  UndoSaveInput,
  type ListPreview,
} from '#contract/entered-lists.ts'
import {
  ExpenseHistoryInput,
  ExpensesInput,
  PreviewExpensesInput,
  SaveExpensesInput,
  type AllocatedDay,
  type ExpenseEdit,
  type ExpenseList,
  type ExpensePreview,
} from '#contract/expenses.ts'
import { addressesOf, expenseEditsOf, expenseHistory } from '#server/accounts/index.ts'
import { actorOf } from '#server/access.ts'
import {
  importExpenseList,
  previewExpenseList,
  saveExpenses,
  undoExpenseSave,
} from '#server/ledger/entered/entered-expenses.ts'
import { companyProcedure, companyProcedureFor, LONG_LISTS, router } from '#server/trpc.ts'
import { dailyAllocation } from './allocation.ts'
import { listExpenses } from './list.ts'
import { previewExpenses } from './preview.ts'

/** Changes of as many rows as one call takes, each with all that it says. */
const MANY_CHANGES = { inputBytesMax: 4_500_000 }

export const expensesRouter = router({
  /** What was entered or came in files, and what it comes to in a range, days to come among it. */
  list: companyProcedure
    .input(ExpensesInput)
    .query(({ ctx: { services, company }, input }): Promise<ExpenseList> =>
      listExpenses(services, company, input, { isPast: input.asOf !== undefined }),
    ),

  /** What each expense comes to on each day of a range. */
  getDailyAllocation: companyProcedure
    .input(ExpensesInput)
    .query(({ ctx, input }): Promise<AllocatedDay[]> => dailyAllocation(ctx.services, ctx.company, input)),

  /** What unsaved rows come to, and how much more is spent in each month if they are saved. */
  preview: companyProcedure
    .meta({ ...MANY_CHANGES, isOfChange: true })
    .input(PreviewExpensesInput)
    .query(({ ctx, input }): Promise<ExpensePreview> => previewExpenses(ctx.services, ctx.company.id, input)),

  /** All changes at once, or none of them. Ends when every number has them. */
  save: companyProcedureFor('changeSettings')
    .meta(MANY_CHANGES)
    .input(SaveExpensesInput)
    .mutation(async ({ ctx, input: { saveId, ...changes } }) => {
      const { publishedVersion } = await saveExpenses(ctx.services, ctx.company.id, {
        saveId,
        changes,
        actor: actorOf(ctx.caller),
        admit: ctx.queue.admit,
      })
      const edits = await expenseEditsOf(ctx.services.accounts, ctx.company, saveId)
      return {
        version: publishedVersion,
        /** Of the expenses that were created, in their order. */
        createdIds: edits.flatMap(({ subject, subjectId, before }) =>
          subject === 'EXPENSE' && before === null ? [subjectId] : [],
        ),
      }
    }),

  /** What a file would change: nothing is stored. */
  previewList: companyProcedureFor('changeSettings')
    .meta({ ...LONG_LISTS, isOfChange: true })
    .input(PreviewListInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<ListPreview<ExpenseSubject>> =>
      previewExpenseList(services, company, input.file, signal),
    ),

  /** All of a file that was looked at, or nothing. Ends when every number has it. */
  importList: companyProcedureFor('changeSettings')
    .meta(LONG_LISTS)
    .input(ImportListInput)
    .mutation(async ({ ctx, input: { companyId, ...list }, signal }) => {
      const save = { ...list, actor: actorOf(ctx.caller), admit: ctx.queue.admit }
      const { publishedVersion } = await importExpenseList(ctx.services, companyId, save, signal)
      return { version: publishedVersion }
    }),

  /** Takes back what one call created. */
  undoSave: companyProcedureFor('changeSettings')
    .input(UndoSaveInput)
    .mutation(async ({ ctx, input: { companyId, ...undo } }) => {
      const { publishedVersion } = await undoExpenseSave(ctx.services, companyId, {
        ...undo,
        actor: actorOf(ctx.caller),
        admit: ctx.queue.admit,
      })
      return { version: publishedVersion }
    }),

  /** What was created, changed and deleted, by whom and when, the newest first. */
  getHistory: companyProcedure.input(ExpenseHistoryInput).query(async ({ ctx, input }) => {
    const { accounts } = ctx.services
    const found = await expenseHistory(accounts, ctx.company, {
      cursor: input.cursor,
      limit: EXPENSE_HISTORY_PAGE + 1,
    })
    const shown = found.slice(0, EXPENSE_HISTORY_PAGE)
    const names = await addressesOf(accounts, [...new Set(shown.map(({ actor }) => actor))])
    return {
      edits: shown.map(({ id, saveId, at, actor, subject, subjectId, before, after }): ExpenseEdit => ({
        id,
        saveId,
        at: at.toISOString(),
        by: names.get(actor) ?? actor,
        subject,
        subjectId,
        name: (after ?? before)?.['name'] ?? '',
        before,
        after,
      })),
      hasMore: found.length > shown.length,
    }
  }),
})

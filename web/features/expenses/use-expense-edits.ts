import { useQuery, useMutation, keepPreviousData, skipToken } from '@tanstack/react-query'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ExpenseList } from '#contract/expenses.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import type { EditStore } from '#web/table/edit-store.ts'
import { useSaveId } from '#web/table/use-save-id.ts'
import { useSheetSave } from '#web/table/use-sheet-save.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { today } from '#web/ui/dates.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import {
  draftOf,
  groupEditsAfter,
  groupIds,
  newLine,
  NO_GROUP_EDITS,
  savedLine,
  toldProblems,
  WHOLE_COMPANY,
  type Edits,
  type ExpenseDraft,
  type ExpenseLine,
  type GroupEdits,
  type Values,
} from './expense-lines.ts'
import type { ExpensesView } from './expenses-view.ts'

const PREVIEW_DEBOUNCE_MS = 300
const NO_LIST: Pick<ExpenseList, 'rows' | 'categories' | 'vendors'> = {
  rows: [],
  categories: [],
  vendors: [],
}

type SaveInput = Parameters<
  NonNullable<ReturnType<typeof trpc.expenses.save.mutationOptions>['mutationFn']>
>[0]
type Changes = Omit<SaveInput, 'companyId' | 'saveId'> & { created: NonNullable<SaveInput['created']> }
type Sent = NonNullable<SaveInput['updated']>[number]

/** What is typed, added and deleted on the page and not saved, and what it would lead to. */
export function useExpenseEdits(
  list: ExpenseList | undefined,
  {
    scope,
    view,
    shownView,
    edits,
    store,
  }: { scope: DashboardScope; view: ExpensesView; shownView: ExpensesView; edits: Edits; store: EditStore },
) {
  const { typed } = useSyncExternalStore(store.subscribe, store.edits)
  const left = useSyncExternalStore(store.subscribe, store.left)
  const [added, setAdded] = useState<readonly ExpenseLine[]>([])
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [categoryEdits, setCategoryEdits] = useState(NO_GROUP_EDITS)
  const [vendorEdits, setVendorEdits] = useState(NO_GROUP_EDITS)
  /** Rows that somebody tried to save as they were. */
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const temporary = useRef(0)
  const { rows, categories, vendors } = list ?? NO_LIST

  // Somebody else may have deleted some of them meanwhile.
  const deleted = useMemo(
    () => new Set(rows.flatMap(({ id }) => (marked.has(id) ? [id] : []))),
    [rows, marked],
  )
  const lines = useMemo(() => [...added, ...rows.map(savedLine)], [added, rows])
  const drafts = useMemo((): ReadonlyMap<string, ExpenseDraft> => {
    const touched = new Set([...typed.values()].map(({ row }) => row))
    const unsaved = lines.filter(({ id, kind }) => (kind === 'new' || touched.has(id)) && !deleted.has(id))
    return new Map(unsaved.map((line) => [line.id, draftOf(line, edits, (place) => store.typedAt(place))]))
  }, [typed, lines, deleted, edits, store])
  const valid = [...drafts.values()].filter(({ problems }) => problems.length === 0)
  const changed = [...drafts.values()].filter(({ line }) => line.kind === 'entered')

  const changes = changesOf({ valid, deleted, rows, categories, vendors, categoryEdits, vendorEdits })
  const asked = useDebounced(JSON.stringify(changes), PREVIEW_DEBOUNCE_MS)
  const isAsked = valid.length + deleted.size > 0
  const preview = useQuery({
    ...trpc.expenses.preview.queryOptions(
      isAsked
        ? {
            ...scopeOf(scope, view),
            ...(JSON.parse(asked) as Changes),
          }
        : skipToken,
    ),
    placeholderData: keepPreviousData,
  })
  const previewed = useShownAnswer(view, preview)

  const forget = (id: string) => {
    const line = lines.find((one) => one.id === id)
    const cells = [...typed.values()].filter(({ row }) => row === id)
    if (line) store.change(cells, () => true)
    setAdded((now) => now.filter((one) => one.id !== id))
    setMarked((now) => new Set([...now].filter((one) => one !== id)))
  }
  const sheet = useSheetSave(store)
  const discard = () => {
    sheet.discard()
    setAdded([])
    setMarked(new Set())
    setCategoryEdits(NO_GROUP_EDITS)
    setVendorEdits(NO_GROUP_EDITS)
  }
  const add = (like: Partial<Values> = {}) => {
    const line = newLine(`new-${++temporary.current}`, {
      currency: scope.currencyCode,
      startDate: today(),
      ...like,
    })
    setAdded((now) => [line, ...now])
    return line
  }

  const mutation = useMutation(trpc.expenses.save.mutationOptions())
  const saveIdOf = useSaveId()
  const save = async (): Promise<void> => {
    const saveId = saveIdOf(changes)
    const created = changes.created.map(({ id }) => id)
    const isSaved = await sheet.save(
      {
        send: async () => {
          const { createdIds } = await mutation.mutateAsync({
            companyId: scope.companyId,
            saveId,
            ...changes,
          })
          return new Map(createdIds.map((id, index) => [created[index]!, id]))
        },
        reread: () => queryClient.refetchQueries(trpc.expenses.list.pathFilter()),
      },
      'Expenses saved. All numbers are updated.',
    )
    if (!isSaved) return
    // What was done meanwhile stays.
    setAdded((now) => now.filter(({ id }) => !created.includes(id)))
    setMarked((now) => new Set([...now].filter((id) => !deleted.has(id))))
    setCategoryEdits((now) => groupEditsAfter(now, categoryEdits, categories))
    setVendorEdits((now) => groupEditsAfter(now, vendorEdits, vendors))
  }

  const problems = [...drafts.values()].filter((draft) => draft.problems.length > 0)
  const groupCount = [categoryEdits, vendorEdits].reduce(
    (sum, { renamed, deleted: gone }) => sum + renamed.size + gone.size,
    0,
  )
  return {
    lines,
    drafts,
    problems,
    /** Those of which it is said, with what is said. */
    errors: toldProblems(problems, { left, tried }),
    tellAll: () => setTried(new Set(problems.map(({ line }) => line.id))),
    deleted,
    /** Rows that are saved and would be others. */
    existing: changed.length + deleted.size,
    count: drafts.size + deleted.size + groupCount,
    groupCount,
    /** Undefined also while it is of another view than the list. */
    preview: !isAsked ? null : previewed.view === shownView ? previewed.data : undefined,
    categories: { groups: categories, edits: categoryEdits, setEdits: setCategoryEdits },
    vendors: { groups: vendors, edits: vendorEdits, setEdits: setVendorEdits },
    add,
    remove: (id: string) => setMarked((now) => new Set([...now, id])),
    forget,
    discard,
    save,
    bar: sheet.bar,
  }
}

export type ExpenseEdits = ReturnType<typeof useExpenseEdits>

export const scopeOf = (
  { companyId, currencyCode, marketplaces, asOf }: DashboardScope,
  view: ExpensesView,
) => ({
  companyId,
  currencyCode,
  marketplaces,
  ...(asOf !== undefined && { asOf }),
  startDate: view.startDate,
  endDate: view.endDate,
})

const moneyOf = (values: Values) =>
  ({
    amount: values.amount!,
    currency: values.currency!,
    frequency: values.frequency!,
    startDate: values.startDate!,
    endDate: values.endDate,
    marketplace: values.marketplace === WHOLE_COMPANY ? null : values.marketplace,
  }) as Pick<Sent, 'amount' | 'currency' | 'frequency' | 'startDate' | 'endDate' | 'marketplace'>

interface Unsaved {
  valid: readonly ExpenseDraft[]
  deleted: ReadonlySet<string>
  rows: ExpenseList['rows']
  categories: ExpenseList['categories']
  vendors: ExpenseList['vendors']
  categoryEdits: GroupEdits
  vendorEdits: GroupEdits
}

/** What is saved, and previewed before. */
function changesOf({ valid, deleted, rows, ...groups }: Unsaved): Changes {
  const { categories, vendors, categoryEdits, vendorEdits } = groups
  const ofCategories = groupIds(categories, categoryEdits, 'category')
  const ofVendors = groupIds(vendors, vendorEdits, 'vendor')
  const rowOf = ({ line, values }: ExpenseDraft) => ({
    ...moneyOf(values),
    id: line.id,
    name: values.name!,
    brandName: values.brandName ?? '',
    invoiceId: values.invoiceId ?? '',
    note: values.note ?? '',
    categoryId: ofCategories.idOf(values.category)!,
    vendorId: ofVendors.idOf(values.vendor),
  })
  const revisionOf = (id: string) => rows.find((row) => row.id === id)?.entered?.revision ?? 1
  const of = (kind: ExpenseLine['kind']) => valid.filter(({ line }) => line.kind === kind).map(rowOf)
  return {
    // The one on top was added last.
    created: of('new').toReversed(),
    updated: of('entered').map((row): Sent => ({ ...row, revision: revisionOf(row.id) })),
    deleted: [...deleted].map((id) => ({ id, revision: revisionOf(id) })),
    createdCategories: ofCategories.created,
    createdVendors: ofVendors.created,
    ...renamedAnd(categories, categoryEdits, 'Categories'),
    ...renamedAnd(vendors, vendorEdits, 'Vendors'),
  }
}

/** What is done to groups that are still there. */
function renamedAnd<T extends 'Categories' | 'Vendors'>(
  groups: readonly { id: string }[],
  { renamed, deleted }: GroupEdits,
  of: T,
) {
  const isThere = ([id]: readonly [string, ...unknown[]]) => groups.some((group) => group.id === id)
  return {
    [`renamed${of}`]: [...renamed].filter(isThere).map(([id, name]) => ({ id, name })),
    [`deleted${of}`]: [...deleted].filter(isThere).map(([id, moveTo]) => ({ id, moveTo })),
  } as Record<`renamed${T}`, { id: string; name: string }[]> &
    Record<`deleted${T}`, { id: string; moveTo: string | null }[]>
}

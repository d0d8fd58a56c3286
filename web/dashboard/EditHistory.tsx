import { useMutation, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { useSaveId } from '#web/table/use-save-id.ts'
import { errorText, queryClient, trpc, type ListArea } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { momentText } from '#web/ui/dates.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { toast } from '#web/ui/toast.ts'
import { ShowOlder } from '#web/ui/ShowOlder.tsx'
import styles from './EditHistory.module.css'
import { exportedEdits, type ReadEdits } from './exported-edits.ts'

/** One thing that is entered, changed or deleted. */
export interface EditSaid {
  subject: string
  name: string
  /** Null before it was entered, and after it was deleted. */
  before: Record<string, string> | null
  after: Record<string, string> | null
}

/** How a page says what was done to what. */
export interface EditTexts {
  /** What an edit is about: "Expense Rent". */
  named: (edit: EditSaid) => string
  change: (edit: EditSaid) => string
}

export interface Edit extends EditSaid {
  id: number
  saveId: string
  at: string
  by: string
}

interface EditListProps {
  area: ListArea
  companyId: string
  query: UseInfiniteQueryResult<{ pages: { edits: Edit[]; hasMore: boolean }[] }, unknown>
  /** All of it, for a file. */
  read: ReadEdits
  texts: EditTexts
  /** Whether all that its call did can be taken back. */
  canUndo: (edit: Edit) => boolean
  refusal: string | undefined
}

/** How pages of a history follow each other; it is as new as the dialog. */
export const HISTORY_PAGES = {
  getNextPageParam: ({ edits, hasMore }: { edits: { id: number }[]; hasMore: boolean }) =>
    hasMore ? edits.at(-1)?.id : undefined,
  staleTime: 0,
}

/** Who changed what and when, in a dialog that a button opens. */
export const EditHistory = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Modal
    size="lg"
    title={title}
    trigger={
      <Button kind="ghost" size="sm" icon={History} foldsToIcon>
        History
      </Button>
    }
  >
    {children}
  </Modal>
)

/** Edits, the newest first, page by page. What one call did is taken back as a whole. */
export function EditList({ area, companyId, query, read, texts, canUndo, refusal }: EditListProps) {
  const { named, change } = texts
  const undoing = useMutation(trpc[area].undoSave.mutationOptions())
  const saveIdOf = useSaveId()
  const undo = async (undoneSaveId: string) => {
    await undoing.mutateAsync({ companyId, undoneSaveId, saveId: saveIdOf(undoneSaveId) })
    toast('Undone. All numbers are back to what they were before.', 'positive')
    await queryClient.invalidateQueries()
  }
  const columnsOf = (edits: readonly Edit[]): readonly SimpleColumn<Edit>[] => {
    const firsts = new Map<string, number>()
    for (const { saveId, id } of edits) if (!firsts.has(saveId)) firsts.set(saveId, id)
    return [
      { id: 'at', title: 'When', kind: 'text', cell: ({ at }) => momentText(at) },
      { id: 'by', title: 'Who', kind: 'text', cell: ({ by }) => by, cellHint: ({ by }) => by },
      { id: 'name', title: 'What', kind: 'text', isName: true, cell: named, cellHint: named },
      { id: 'change', title: 'Change', kind: 'text', cell: change, cellHint: change },
      {
        id: 'undo',
        title: 'Undo',
        kind: 'number',
        isTitleHidden: true,
        cell: (edit) =>
          firsts.get(edit.saveId) === edit.id &&
          canUndo(edit) && (
            <Button
              kind="tertiary"
              size="sm"
              aria-label={`Undo all of ${momentText(edit.at)}`}
              disabledReason={refusal ?? (undoing.isPending ? 'Another change is being undone.' : undefined)}
              onPress={() => void undo(edit.saveId).catch(() => {})}
            >
              Undo
            </Button>
          ),
      },
    ]
  }
  return (
    <QueryBody title="The history" query={query}>
      {({ pages }) => {
        const edits = pages.flatMap((page) => page.edits)
        if (edits.length === 0) return <p>No changes yet.</p>
        return (
          <>
            <div className={styles.tools}>
              <ExportMenu content={() => exportedEdits(read, texts)} fileName={FILE_NAMES[area]} />
            </div>
            {undoing.isError && <Alert appearance="negative">{errorText(undoing.error)}</Alert>}
            <SimpleTable
              label="History"
              columns={columnsOf(edits)}
              rows={edits}
              rowId={({ id }) => String(id)}
              isDense
            />
            <ShowOlder query={query} />
          </>
        )
      }}
    </QueryBody>
  )
}

const FILE_NAMES: Record<ListArea, string> = {
  expenses: 'history-of-expenses',
  productMaster: 'history-of-products',
}

/** "amount 1910 → 2060": the columns that differ, as `said` puts a text of theirs. */
export const changedColumns = (
  before: Record<string, string>,
  after: Record<string, string>,
  labels: Readonly<Record<string, string>>,
  said: (column: string, text: string) => string,
): string =>
  Object.keys(after)
    .filter((column) => before[column] !== after[column])
    .map(
      (column) =>
        `${labels[column] ?? column} ${said(column, before[column] ?? '')} → ${said(column, after[column] ?? '')}`,
    )
    .join(', ')

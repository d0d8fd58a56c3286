import { useMutation } from '@tanstack/react-query'
import { EyeOff, Undo2 } from 'lucide-react'
import { DISMISSIBLE_STATUSES } from '#contract/import-status.ts'
import type { ListedImport } from '#contract/imports.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { useRefusalIn } from '#web/settings/use-team.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { momentText, rangeText } from '#web/ui/dates.ts'
import { countText, wholeText } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { toast } from '#web/ui/toast.ts'
import { CancelButton } from './CancelButton.tsx'
import styles from './ImportList.module.css'
import { StatusWord } from '#web/import-status/StatusWord.tsx'
import { useImportsChanged } from './use-imports-changed.ts'

interface ImportListProps {
  imports: readonly ListedImport[]
  onOpen: (importId: number) => void
}

/** Every file that was ever handed over, the newest first. */
export function ImportList({ imports, onOpen }: ImportListProps) {
  const file: SimpleColumn<ListedImport> = {
    id: 'file',
    title: 'File',
    kind: 'text',
    isName: true,
    cell: ({ id, fileName }) => (
      <button type="button" className={styles.file} onClick={() => onOpen(id)}>
        {fileName}
      </button>
    ),
    cellHint: ({ fileName }) => fileName,
  }
  return (
    <SimpleTable
      label="All imports"
      columns={[STATUS, file, ACTIONS, ...REST]}
      rows={imports}
      rowId={({ id }) => String(id)}
    />
  )
}

const STATUS: SimpleColumn<ListedImport> = {
  id: 'status',
  title: 'Status',
  kind: 'text',
  cell: ({ status }) => <StatusWord status={status} />,
}

const REST: readonly SimpleColumn<ListedImport>[] = [
  {
    id: 'report',
    title: 'Recognised as',
    kind: 'text',
    cell: ({ reportLabel }) => reportLabel ?? <NoValue />,
  },
  { id: 'account', title: 'Account', kind: 'text', cell: ({ account }) => account ?? <NoValue /> },
  {
    id: 'days',
    title: 'Days',
    kind: 'text',
    cell: ({ firstDay, lastDay }) => (firstDay && lastDay ? rangeText(firstDay, lastDay) : <NoValue />),
  },
  {
    id: 'kept',
    title: 'Rows kept',
    kind: 'number',
    cell: ({ counts }) => (counts ? wholeText(counts.kept) : <NoValue />),
  },
  {
    id: 'refused',
    title: 'Refused',
    kind: 'number',
    cell: ({ counts }) => (counts ? wholeText(counts.refused) : <NoValue />),
  },
  { id: 'imported', title: 'Imported', kind: 'text', cell: ({ createdAt }) => momentText(createdAt) },
]

/** What can be done with a file; beside its name, so that it is in view however wide the table is. */
const ACTIONS: SimpleColumn<ListedImport> = {
  id: 'actions',
  title: 'Actions',
  kind: 'text',
  isTitleHidden: true,
  cell: (record) => <ImportActs record={record} />,
}

export const ImportActs = ({ record }: { record: ListedImport }) =>
  record.status === 'PUBLISHED' ? (
    <UndoButton record={record} />
  ) : record.status === 'NEEDS_ANSWER' ? (
    <CancelButton record={record} />
  ) : (
    canDismiss(record) && <DismissButton record={record} />
  )

const DISMISSIBLE: readonly string[] = DISMISSIBLE_STATUSES
const canDismiss = ({ status, isDismissed }: ListedImport): boolean =>
  DISMISSIBLE.includes(status) && !isDismissed

/** Nothing of the file counts, and nothing changes but the list. */
function DismissButton({ record: { companyId, id, fileName } }: { record: ListedImport }) {
  const importsChanged = useImportsChanged()
  const refusal = useRefusalIn(companyId, 'importFiles')
  const dismiss = useMutation(
    trpc.imports.dismiss.mutationOptions({
      onSuccess: () => importsChanged(),
      onError: (error) => toast(errorText(error), 'negative'),
    }),
  )
  return (
    <Button
      kind="ghost"
      size="sm"
      icon={EyeOff}
      aria-label={`Dismiss ${fileName}`}
      isPending={dismiss.isPending}
      disabledReason={refusal}
      onPress={() => dismiss.mutate({ companyId, importId: id })}
    >
      Dismiss
    </Button>
  )
}

function UndoButton({ record: { companyId, id, fileName, counts } }: { record: ListedImport }) {
  const importsChanged = useImportsChanged()
  const refusal = useRefusalIn(companyId, 'importFiles')
  const undo = useMutation(
    trpc.imports.undo.mutationOptions({
      onSuccess: async () => {
        toast(`${fileName} was undone.`, 'positive')
        await importsChanged()
      },
      onError: (error) => toast(errorText(error), 'negative'),
    }),
  )
  return (
    <ConfirmDialog
      trigger={
        <Button kind="ghost" size="sm" icon={Undo2} isPending={undo.isPending} disabledReason={refusal}>
          Undo
        </Button>
      }
      title="Undo this import?"
      confirmLabel="Undo import"
      cancelLabel="Go back"
      isWarning
      onConfirm={() => undo.mutate({ companyId, importId: id })}
    >
      {countText(counts?.kept ?? 0, 'row')} of {fileName} will no longer count. If an earlier file has the
      same rows, those count again. The file is kept and can be imported again.
    </ConfirmDialog>
  )
}

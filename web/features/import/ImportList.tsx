import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ImportRecord } from '#contract/imports.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Cell, DataTable, Head } from '#web/ui/DataTable.tsx'
import { momentText, rangeText } from '#web/ui/dates.ts'
import { countText, wholeText } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { toast } from '#web/ui/ToastRegion.tsx'
import styles from './ImportList.module.css'
import { StatusWord } from './StatusWord.tsx'
import { useImportsChanged } from './use-imports-changed.ts'

interface ImportListProps {
  imports: readonly ImportRecord[]
  onOpen: (importId: number) => void
}

/** Every file that was ever handed over, the newest first. */
export function ImportList({ imports, onOpen }: ImportListProps) {
  return (
    <DataTable
      label="All imports"
      head={
        <>
          <Head isText>Status</Head>
          <Head isText>File</Head>
          <Head isText>Recognised as</Head>
          <Head isText>Account</Head>
          <Head isText>Days</Head>
          <Head>Rows kept</Head>
          <Head>Refused</Head>
          <Head isText>Imported</Head>
          <Head>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Head>
        </>
      }
    >
      {imports.map((record) => (
        <tr key={record.id}>
          <Cell isText>
            <StatusWord status={record.status} />
          </Cell>
          <Cell isText title={record.fileName}>
            <button type="button" className={styles.file} onClick={() => onOpen(record.id)}>
              {record.fileName}
            </button>
          </Cell>
          <Cell isText>{record.reportLabel ?? <NoValue />}</Cell>
          <Cell isText>{record.account ?? <NoValue />}</Cell>
          <Cell isText>
            {record.firstDay && record.lastDay ? rangeText(record.firstDay, record.lastDay) : <NoValue />}
          </Cell>
          <Cell>{record.counts ? wholeText(record.counts.kept) : <NoValue />}</Cell>
          <Cell>{record.counts ? wholeText(record.counts.refused) : <NoValue />}</Cell>
          <Cell isText>{momentText(record.createdAt)}</Cell>
          <Cell>{record.status === 'PUBLISHED' && <UndoButton record={record} />}</Cell>
        </tr>
      ))}
    </DataTable>
  )
}

function UndoButton({ record: { companyId, id, fileName, counts } }: { record: ImportRecord }) {
  const importsChanged = useImportsChanged()
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
        <Button kind="ghost" size="sm" icon={Undo2} isPending={undo.isPending}>
          Undo
        </Button>
      }
      title="Undo this import?"
      confirmLabel="Undo import"
      cancelLabel="Go back"
      isWarning
      onConfirm={() => undo.mutate({ companyId, importId: id })}
    >
      {countText(counts?.kept ?? 0, 'row')} of {fileName} will no longer count. Where an earlier file holds
      the same rows, those count again. The file stays, and can be imported again.
    </ConfirmDialog>
  )
}

import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { LIST_FILE_BYTES_MAX } from '#contract/dashboards/entered-lists.ts'
import type { ListPreview } from '#contract/entered-lists.ts'
import { useSaveId } from '#web/table/use-save-id.ts'
import { previewList, queryClient, trpc, type ListArea } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { countText } from '#web/ui/numbers.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { EditTexts } from './EditHistory.tsx'
import { ListChanges } from './ListChanges.tsx'
import styles from './ListImport.module.css'
import { usePreviewedFile } from './use-previewed-file.ts'

interface ListImportProps {
  area: ListArea
  companyId: string
  title: string
  /** What is imported: "expense". */
  noun: string
  /** Which columns are read. */
  columns: React.ReactNode
  /** The way to a file with the right headings. */
  template: React.ReactNode
  texts: EditTexts
  refusal: string | undefined
  /** Why a list would meet what is typed on the page. */
  reason: string | undefined
}

/** A list from a file, in a dialog that a button opens: first what it would change, then all of it or nothing. */
export function ListImport({ title, refusal, reason, ...props }: ListImportProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="ghost"
        size="sm"
        icon={FileUp}
        foldsToIcon
        disabledReason={refusal ?? reason}
        onPress={() => setOpen(true)}
      >
        Import
      </Button>
      {isOpen && <ImportDialog {...props} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}

function ImportDialog({
  area,
  companyId,
  title,
  noun,
  columns,
  template,
  texts,
  onClose,
}: Omit<ListImportProps, 'refusal' | 'reason'> & { onClose: () => void }) {
  const importing = useMutation(trpc[area].importList.mutationOptions())
  const saveIdOf = useSaveId()
  const chosen = usePreviewedFile<ListPreview<string>, null>(null, {
    bytesMax: LIST_FILE_BYTES_MAX,
    preview: (file) => previewList(area, companyId, file),
    take: async ({ file, preview: { digest } }) => {
      const saveId = saveIdOf([file.fileName, digest])
      await importing.mutateAsync({ companyId, file, digest, saveId })
      void queryClient.invalidateQueries()
      return `“${file.fileName}” is imported. All numbers are updated.`
    },
    onTaken: onClose,
  })
  const { looked, failure } = chosen
  return (
    <Modal
      isOpen
      onOpenChange={onClose}
      size="lg"
      title={looked ? `${title}: ${looked.file.fileName}` : title}
      {...(!looked && { description: columns })}
      actions={
        looked ? (
          <>
            <Button kind="ghost" onPress={chosen.forget}>
              Choose another file
            </Button>
            <Button
              kind="primary"
              isPending={chosen.isTaking}
              disabledReason={reasonOf(looked.preview)}
              onPress={chosen.take}
            >
              {importLabel(looked.preview)}
            </Button>
          </>
        ) : (
          <Button kind="ghost" onPress={onClose}>
            Cancel
          </Button>
        )
      }
    >
      <div className={styles.body}>
        {failure && <Alert appearance="negative">{failure}</Alert>}
        {looked ? (
          <ListChanges preview={looked.preview} fileName={looked.file.fileName} noun={noun} texts={texts} />
        ) : chosen.isLooking ? (
          <Skeleton width="100%" kind="picture" />
        ) : (
          <>
            <FileDrop
              label="Drop a list to import"
              title="Drop a CSV or XLSX file here"
              buttonLabel="Choose file"
              acceptedFileTypes={['.csv', '.tsv', '.txt', '.xlsx']}
              allowsMultiple={false}
              onFiles={chosen.choose}
            >
              You see what it would change before anything is stored.
            </FileDrop>
            <div className={styles.template}>{template}</div>
          </>
        )}
      </div>
    </Modal>
  )
}

const importLabel = ({ counts: { created, changed, problems } }: ListPreview<string>): string =>
  problems > 0 ? 'Import' : `Import ${countText(created + changed, 'change')}`

function reasonOf({ counts: { created, changed, problems } }: ListPreview<string>): string | undefined {
  if (problems > 0) return 'Correct the rows with errors in the file first.'
  return created + changed === 0 ? 'The file contains no changes.' : undefined
}

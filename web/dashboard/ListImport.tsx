import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { LIST_FILE_BYTES_MAX } from '#contract/dashboards/entered-lists.ts'
import type { ListFile, ListPreview } from '#contract/entered-lists.ts'
import { useSaveId } from '#web/table/use-save-id.ts'
import { errorText, previewList, queryClient, trpc, type ListArea } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { countText } from '#web/ui/numbers.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import type { EditTexts } from './EditHistory.tsx'
import { ListChanges } from './ListChanges.tsx'
import styles from './ListImport.module.css'

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

interface Looked {
  file: ListFile
  preview: ListPreview<string>
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
  const looking = useMutation({
    mutationFn: async (chosen: File): Promise<Looked> => {
      const file = await listFileOf(chosen)
      return { file, preview: await previewList(area, companyId, file) }
    },
  })
  const importing = useMutation(trpc[area].importList.mutationOptions())
  const saveIdOf = useSaveId()
  const looked = looking.data
  const take = async ({ file, preview: { digest } }: Looked) => {
    const saveId = saveIdOf([file.fileName, digest])
    await importing.mutateAsync({ companyId, file, digest, saveId })
    toast(`“${file.fileName}” is imported. All numbers are updated.`, 'positive')
    onClose()
    await queryClient.invalidateQueries()
  }
  const choose = (files: File[]) => {
    importing.reset()
    if (files[0]) looking.mutate(files[0])
  }
  const again = () => {
    importing.reset()
    looking.reset()
  }
  const failure = importing.error ?? looking.error
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
            <Button kind="ghost" onPress={again}>
              Choose another file
            </Button>
            <Button
              kind="primary"
              isPending={importing.isPending}
              disabledReason={reasonOf(looked.preview)}
              onPress={() => void take(looked).catch(() => {})}
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
        {failure && <Alert appearance="negative">{messageOf(failure)}</Alert>}
        {looked ? (
          <ListChanges preview={looked.preview} fileName={looked.file.fileName} noun={noun} texts={texts} />
        ) : looking.isPending ? (
          <Skeleton width="100%" kind="picture" />
        ) : (
          <>
            <FileDrop
              label="Drop a list to import"
              title="Drop a CSV or XLSX file here"
              buttonLabel="Choose file"
              acceptedFileTypes={['.csv', '.tsv', '.txt', '.xlsx']}
              allowsMultiple={false}
              onFiles={choose}
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

/** Of a file that is not sent at all. */
class UnsendableFile extends Error {}

const messageOf = (error: unknown): string =>
  error instanceof UnsendableFile ? error.message : errorText(error)

async function listFileOf(file: File): Promise<ListFile> {
  if (file.size > LIST_FILE_BYTES_MAX)
    throw new UnsendableFile(`A list has at most ${LIST_FILE_BYTES_MAX / 1_000_000} MB. Split it.`)
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () =>
      reject(
        new UnsendableFile(
          'The file could not be read. If it is open in another program, close it there and choose it again.',
        ),
      ),
    )
    reader.readAsDataURL(file)
  })
  return { fileName: file.name.slice(0, FILE_NAME_MAX), content: address.slice(address.indexOf(',') + 1) }
}
const FILE_NAME_MAX = 255

const importLabel = ({ counts: { created, changed, problems } }: ListPreview<string>): string =>
  problems > 0 ? 'Import' : `Import ${countText(created + changed, 'change')}`

function reasonOf({ counts: { created, changed, problems } }: ListPreview<string>): string | undefined {
  if (problems > 0) return 'Correct the rows with errors in the file first.'
  return created + changed === 0 ? 'The file contains no changes.' : undefined
}

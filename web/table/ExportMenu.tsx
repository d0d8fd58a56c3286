import { Download } from 'lucide-react'
import { lazy, use, useState } from 'react'
import { errorText, isServerAnswer } from '#web/trpc.ts'
import { countText } from '#web/ui/numbers.ts'
import { toast } from '#web/ui/toast.ts'
import type { ExportedRows, ExportKind } from './export-choice.ts'
import { ExportDescription } from './export-description.ts'
import type { Facts, Sheet } from './sheet.ts'
import { TableMenu } from './TableMenu.tsx'

// Menus are large, and few visits export.
const loadChoices = () => import('./ExportChoices.tsx')
const ExportChoices = lazy(async () => ({ default: (await loadChoices()).ExportChoices }))
const loadWriter = () => import('./export-table.ts')

/** What a file holds. */
export interface Exported {
  sheet: Sheet
  facts?: Facts
  /** Its rows were read for it, rather than taken from the page. */
  isReadNow?: boolean
}

/** What is exported, at the moment when somebody asks. */
export type ExportContent = (rows: ExportedRows) => Exported | Promise<Exported>

/** What makes files is loaded when somebody asks for one; why there is none is said. */
export const saveTable = (content: ExportContent, kind: ExportKind, fileName: string): Promise<void> =>
  orTold(
    async () => (await loadWriter()).saveExported(content, kind, fileName),
    'The file could not be written. Try again.',
  )

async function orTold(work: () => Promise<void>, failed: string): Promise<void> {
  try {
    await work()
  } catch (error) {
    toast(isServerAnswer(error) ? errorText(error) : failed, 'negative')
  }
}

interface ExportMenuProps {
  label?: string
  content: ExportContent
  /** Without its ending. */
  fileName: string
  /** There are rows that are folded away or on other pages. */
  hasMoreRows?: boolean
  isDisabled?: boolean
  /** Another table of the page, as a CSV file. */
  more?: { label: string; content: ExportContent; fileName: string }
}

/** The table as a file or for the clipboard, unrounded. */
export function ExportMenu({
  label = 'Export',
  content: bare,
  fileName,
  hasMoreRows = false,
  isDisabled = false,
  more,
}: ExportMenuProps) {
  const describe = use(ExportDescription)
  const described =
    (of: ExportContent): ExportContent =>
    (rows) =>
      describe ? describe(of, rows) : of(rows)
  const content = described(bare)
  const [isWriting, setWriting] = useState(false)
  const during = async (work: Promise<void>) => {
    setWriting(true)
    await work
    setWriting(false)
  }
  const save = (kind: ExportKind, of = content, name = fileName) => during(saveTable(of, kind, name))
  const copy = () =>
    during(
      orTold(async () => {
        const count = await (await loadWriter()).copyExported(content)
        toast(`${countText(count, 'row')} copied.`)
      }, 'The rows could not be copied. Save a CSV file instead.'),
    )
  return (
    <TableMenu
      label={label}
      icon={Download}
      isDisabled={isDisabled}
      isPending={isWriting}
      load={loadChoices}
      waiting={null}
    >
      {(close) => (
        <ExportChoices
          hasMoreRows={hasMoreRows}
          onSave={(kind) => void save(kind)}
          onCopy={() => void copy()}
          more={
            more && {
              label: more.label,
              onSave: () => void save('csv', described(more.content), more.fileName),
            }
          }
          onClose={close}
        />
      )}
    </TableMenu>
  )
}

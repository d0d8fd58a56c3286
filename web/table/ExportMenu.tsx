import { Download } from 'lucide-react'
import { lazy, useState } from 'react'
import { countText } from '#web/ui/numbers.ts'
import { toast } from '#web/ui/toast.ts'
import { tsvText } from '#contract/delimited-text.ts'
import type { ExportKind } from './export-table.ts'
import type { Facts, Sheet } from './sheet.ts'
import { TableMenu } from './TableMenu.tsx'

// Menus are large, and few visits export.
const loadChoices = () => import('./ExportChoices.tsx')
const ExportChoices = lazy(async () => ({ default: (await loadChoices()).ExportChoices }))

/** What a file holds. */
export interface Exported {
  sheet: Sheet
  facts?: Facts
}

/** What makes files is loaded when somebody asks for one. */
export async function saveTable(
  exported: Exported | Promise<Exported>,
  kind: ExportKind,
  fileName: string,
): Promise<void> {
  const [{ sheet, facts = [] }, { exportTable }] = await Promise.all([exported, import('./export-table.ts')])
  await exportTable(sheet, kind, fileName, facts)
}

interface ExportMenuProps {
  /** What is shown, at the moment when somebody asks. */
  exported: () => Exported | Promise<Exported>
  /** Without its ending. */
  fileName: string
  isDisabled?: boolean
}

/** The table as a file or for the clipboard: what is shown, unrounded. */
export function ExportMenu({ exported, fileName, isDisabled = false }: ExportMenuProps) {
  const [isWriting, setWriting] = useState(false)
  const save = async (kind: ExportKind) => {
    setWriting(true)
    try {
      await saveTable(exported(), kind, fileName)
    } catch {
      toast('The file could not be written. Try again.', 'negative')
    } finally {
      setWriting(false)
    }
  }
  const copy = async () => {
    try {
      const { heads, rows } = (await exported()).sheet
      await navigator.clipboard.writeText(tsvText([heads, ...rows]))
      toast(`${countText(rows.length, 'row')} copied.`)
    } catch {
      toast('This browser does not let pages copy. Save a CSV file instead.', 'negative')
    }
  }
  return (
    <TableMenu
      label="Export"
      icon={Download}
      isDisabled={isDisabled}
      isPending={isWriting}
      load={loadChoices}
      waiting={null}
    >
      {(close) => (
        <ExportChoices onSave={(kind) => void save(kind)} onCopy={() => void copy()} onClose={close} />
      )}
    </TableMenu>
  )
}

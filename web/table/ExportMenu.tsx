import { ClipboardCopy, Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { countText } from '#web/ui/numbers.ts'
import { Popover } from '#web/ui/Popover.tsx'
import { toast } from '#web/ui/toast.ts'
import { tsvText } from '#contract/delimited-text.ts'
import type { ExportKind } from './export-table.ts'
import type { Facts, Sheet } from './sheet.ts'
import styles from './TableMenu.module.css'

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
    <MenuTrigger>
      <Button
        kind="ghost"
        size="sm"
        icon={Download}
        foldsToIcon
        isDisabled={isDisabled}
        isPending={isWriting}
      >
        Export
      </Button>
      <Popover placement="bottom end">
        <Menu aria-label="Export" className={styles.menu!}>
          <MenuItem className={styles.item!} textValue="CSV" onAction={() => void save('csv')}>
            <Icon of={FileText} size={14} />
            CSV file
          </MenuItem>
          <MenuItem className={styles.item!} textValue="Excel" onAction={() => void save('xlsx')}>
            <Icon of={FileSpreadsheet} size={14} />
            Excel file
          </MenuItem>
          <MenuItem className={styles.item!} textValue="Copy" onAction={() => void copy()}>
            <Icon of={ClipboardCopy} size={14} />
            Copy as text
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

import { ClipboardCopy, Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { countText } from '#web/ui/numbers.ts'
import { Popover } from '#web/ui/Popover.tsx'
import { toast } from '#web/ui/toast.ts'
import { tsvText } from './delimited-text.ts'
import type { ExportKind, exportTable } from './export-table.ts'
import type { Facts, Sheet } from './sheet.ts'
import styles from './TableMenu.module.css'

/** What makes files is loaded when somebody asks for one. */
export const saveTable = async (...table: Parameters<typeof exportTable>): Promise<void> =>
  (await import('./export-table.ts')).exportTable(...table)

interface ExportMenuProps {
  /** What is shown, at the moment when somebody asks. */
  sheet: () => Sheet
  /** Without its ending. */
  fileName: string
  facts?: Facts
  isDisabled?: boolean
}

/** The table as a file or for the clipboard: what is shown, unrounded. */
export function ExportMenu({ sheet, fileName, facts = [], isDisabled = false }: ExportMenuProps) {
  const [isWriting, setWriting] = useState(false)
  const save = async (kind: ExportKind) => {
    setWriting(true)
    try {
      await saveTable(sheet(), kind, fileName, facts)
    } catch {
      toast('The file could not be written. Try again.', 'negative')
    } finally {
      setWriting(false)
    }
  }
  const copy = async () => {
    const { heads, rows } = sheet()
    try {
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

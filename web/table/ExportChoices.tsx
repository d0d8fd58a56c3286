import { ClipboardCopy, FileSpreadsheet, FileText } from 'lucide-react'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Icon } from '#web/ui/Icon.tsx'
import type { ExportKind } from './export-table.ts'
import styles from './TableMenu.module.css'

interface ExportChoicesProps {
  onSave: (kind: ExportKind) => void
  onCopy: () => void
  /** One was chosen, or none. */
  onClose: () => void
}

/** What a table can become. */
export const ExportChoices = ({ onSave, onCopy, onClose }: ExportChoicesProps) => (
  <Menu
    aria-label="Export"
    className={styles.menu!}
    // Opening the menu is asking to choose from it.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus="first"
    onClose={onClose}
  >
    <MenuItem className={styles.item!} textValue="CSV" onAction={() => onSave('csv')}>
      <Icon of={FileText} size={14} />
      CSV file
    </MenuItem>
    <MenuItem className={styles.item!} textValue="Excel" onAction={() => onSave('xlsx')}>
      <Icon of={FileSpreadsheet} size={14} />
      Excel file
    </MenuItem>
    <MenuItem className={styles.item!} textValue="Copy" onAction={onCopy}>
      <Icon of={ClipboardCopy} size={14} />
      Copy as text
    </MenuItem>
  </Menu>
)

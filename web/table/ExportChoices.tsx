import { CalendarDays, ClipboardCopy, FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { Header } from 'react-aria-components/Header'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { CheckMark } from '#web/ui/CheckMark.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { keepExportChoice, lastExportChoice, type ExportChoice, type ExportKind } from './export-choice.ts'
import styles from './TableMenu.module.css'

interface ExportChoicesProps {
  hasMoreRows: boolean
  onSave: (kind: ExportKind) => void
  onCopy: () => void
  /** Another table of the page, as CSV. */
  more?: { label: string; onSave: () => void } | undefined
  /** One was chosen, or none. */
  onClose: () => void
}

/** What a table can become, and how much of it goes into a file. */
export function ExportChoices({ hasMoreRows, onSave, onCopy, more, onClose }: ExportChoicesProps) {
  const [choice, setChoice] = useState(lastExportChoice)
  const choose = (changes: Partial<ExportChoice>) => {
    const next = { ...choice, ...changes }
    keepExportChoice(next)
    setChoice(next)
  }
  return (
    <Menu
      aria-label="Export"
      className={styles.menu!}
      // Opening the menu is asking to choose from it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus="first"
      onClose={onClose}
    >
      <MenuSection className={styles.section!} aria-label="As">
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
        {more && (
          <MenuItem className={styles.item!} textValue={more.label} onAction={more.onSave}>
            <Icon of={CalendarDays} size={14} />
            {more.label}
          </MenuItem>
        )}
      </MenuSection>
      <MenuSection
        className={styles.section!}
        selectionMode="multiple"
        shouldCloseOnSelect={false}
        selectedKeys={[...(choice.rows === 'all' ? ['all'] : []), ...(choice.hasFacts ? ['facts'] : [])]}
        onSelectionChange={(keys) => {
          const chosen = keys === 'all' ? new Set(['all', 'facts']) : keys
          choose({
            // What is not offered stays as it was.
            ...(hasMoreRows && { rows: chosen.has('all') ? 'all' : 'shown' }),
            hasFacts: chosen.has('facts'),
          })
        }}
      >
        <Header className={styles.header!}>In the file</Header>
        {hasMoreRows && (
          <MenuItem id="all" className={styles.item!} textValue="Rows out of sight">
            {({ isSelected }) => (
              <>
                <CheckMark isSelected={isSelected} />
                Include hidden rows
              </>
            )}
          </MenuItem>
        )}
        <MenuItem id="facts" className={styles.item!} textValue="Description">
          {({ isSelected }) => (
            <>
              <CheckMark isSelected={isSelected} />
              Description above the CSV table
            </>
          )}
        </MenuItem>
      </MenuSection>
    </Menu>
  )
}

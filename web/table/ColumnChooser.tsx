import { Check, Columns3, RotateCcw } from 'lucide-react'
import { Header, Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { groupSpans } from './table-column.ts'
import styles from './TableMenu.module.css'
import type { TableModel } from './use-table.ts'

/** Which columns are shown. The table remembers them, and its widths, until they are put back. */
export function ColumnChooser<Row>({ table }: { table: TableModel<Row> }) {
  const { allColumns, columns } = table
  const offered = allColumns.filter(({ canHide = true }) => canHide)
  const shown = new Set(columns.map(({ id }) => id))
  const chooseOf = (section: readonly { id: string }[]) => (keys: 'all' | Set<unknown>) => {
    const chosen = new Set(shown)
    for (const { id } of section) {
      if (keys === 'all' || keys.has(id)) chosen.add(id)
      else chosen.delete(id)
    }
    table.setShown(chosen)
  }
  return (
    <MenuTrigger>
      <Button kind="ghost" size="sm" icon={Columns3} foldsToIcon>
        Columns
      </Button>
      <Popover placement="bottom end">
        <Menu aria-label="Columns" className={styles.menu!} shouldCloseOnSelect={false}>
          {groupSpans(offered).map(({ group, first, count }, index) => {
            const section = offered.slice(first, first + count)
            return (
              <MenuSection
                key={`${group?.id ?? 'alone'} ${index}`}
                className={styles.section!}
                aria-label={group?.title ?? 'Columns'}
                selectionMode="multiple"
                selectedKeys={section.filter(({ id }) => shown.has(id)).map(({ id }) => id)}
                onSelectionChange={chooseOf(section)}
              >
                {group && <Header className={styles.header!}>{group.title}</Header>}
                {section.map(({ id, title }) => (
                  <MenuItem key={id} id={id} textValue={title} className={styles.item!}>
                    {({ isSelected }) => (
                      <>
                        <span className={styles.box} data-checked={isSelected || undefined}>
                          {isSelected && <Icon of={Check} size={12} />}
                        </span>
                        {title}
                      </>
                    )}
                  </MenuItem>
                ))}
              </MenuSection>
            )
          })}
          <MenuSection className={styles.section!} aria-label="All columns">
            <MenuItem
              textValue="Reset columns"
              className={styles.item!}
              isDisabled={!table.isChanged}
              onAction={table.reset}
            >
              <Icon of={RotateCcw} size={14} />
              Reset columns and widths
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

import { GripVertical, Pin, PinOff, RotateCcw } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { Button } from '#web/ui/Button.tsx'
import { CheckMark } from '#web/ui/CheckMark.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './ColumnList.module.css'
import { isChanged, NO_SETTINGS, withMoved, withShown } from './settings-changes.ts'
import { inOrder, isShown, PINNED_MAX } from './table-settings.ts'
import type { TableModel } from './use-table.ts'

type ColumnListProps = Pick<TableModel<never>, 'allColumns' | 'settings' | 'setSettings'>

/**
 * All columns that can be hidden, in their order. A row is pressed to show or hide its column; its handle is dragged, or
 * taken with Enter and put down with Enter.
 */
export function ColumnList({ allColumns, settings, setSettings }: ColumnListProps) {
  const offered = inOrder(allColumns, settings).filter(({ canHide = true }) => canHide)
  const shown = new Set(offered.filter((column) => isShown(column, settings)).map(({ id }) => id))
  const { pinned } = settings
  const toggle = (id: string) => {
    const chosen = new Set(shown)
    if (!chosen.delete(id)) chosen.add(id)
    setSettings(withShown(settings, allColumns, chosen))
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) =>
      setSettings(
        withMoved(settings, allColumns, {
          moved: new Set([...keys].map(String)),
          target: String(target.key),
          isAfter: target.dropPosition === 'after',
        }),
      ),
  })
  return (
    <>
      <GridList
        aria-label="Columns"
        className={styles.list!}
        items={offered}
        dependencies={[settings]}
        dragAndDropHooks={dragAndDropHooks}
        onAction={(key) => toggle(String(key))}
      >
        {({ id, title, group }) => {
          const isPinned = pinned.includes(id)
          const name = group ? `${title}, ${group.title}` : title
          return (
            <GridListItem
              id={id}
              textValue={`${name}, ${shown.has(id) ? 'shown' : 'hidden'}`}
              className={styles.row!}
            >
              <AriaButton slot="drag" className={styles.grip!} aria-label={`Move ${name}`}>
                <Icon of={GripVertical} size={14} />
              </AriaButton>
              <CheckMark isSelected={shown.has(id)} />
              <span className={styles.title}>{title}</span>
              <span className={styles.group}>{group?.title}</span>
              <IconButton
                size="xs"
                icon={isPinned ? PinOff : Pin}
                label={isPinned ? `Unpin ${name}` : `Pin ${name} to the right`}
                disabledReason={
                  !isPinned && pinned.length >= PINNED_MAX
                    ? `${PINNED_MAX} columns are pinned already.`
                    : undefined
                }
                onPress={() =>
                  setSettings({
                    ...settings,
                    pinned: isPinned ? pinned.filter((one) => one !== id) : [...pinned, id],
                  })
                }
              />
            </GridListItem>
          )
        }}
      </GridList>
      <div className={styles.foot}>
        <Button
          kind="ghost"
          size="sm"
          icon={RotateCcw}
          // It keeps the focus of whoever has pressed it.
          disabledReason={
            isChanged(settings) ? undefined : 'The columns already have their default settings.'
          }
          onPress={() => setSettings(NO_SETTINGS)}
        >
          Reset columns
        </Button>
      </div>
    </>
  )
}

import { Check } from 'lucide-react'
import { Checkbox } from 'react-aria-components/Checkbox'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { wholeText } from '#web/ui/numbers.ts'
import styles from './EntityResults.module.css'
import { highlighted, selectedAfter, type Entity } from './selection.ts'

interface EntityResultsProps {
  label: string
  shown: readonly Entity[]
  /** How many were found, those that are not shown among them. */
  total: number
  selected: readonly Entity[]
  onChange: (selected: Entity[]) => void
  /** Only what is selected can still be pressed. */
  isFull: boolean
  /** What to mark in the names. */
  marked: string
  isReading: boolean
}

/** The lines that a search found; each is selected or not. */
export function EntityResults({
  label,
  shown,
  total,
  selected,
  onChange,
  isFull,
  marked,
  isReading,
}: EntityResultsProps) {
  const selectedIds = new Set(selected.map(({ id }) => id))
  return (
    <div className={styles.results} aria-busy={isReading}>
      <GridList
        aria-label={label}
        className={styles.list!}
        items={shown.map((entity) => ({ ...entity, isMarked: marked }))}
        dependencies={[marked, isFull]}
        selectionMode="multiple"
        selectionBehavior="toggle"
        selectedKeys={selectedIds}
        disabledKeys={isFull ? shown.filter(({ id }) => !selectedIds.has(id)).map(({ id }) => id) : []}
        // Escape closes the dialog; it does not clear what is selected.
        escapeKeyBehavior="none"
        onSelectionChange={(keys) => onChange(selectedAfter(selected, shown, keys))}
        renderEmptyState={() =>
          !isReading && (
            <p className={styles.empty}>
              No results found.
              <br />
              Type to find additional results.
            </p>
          )
        }
      >
        {(entity) => (
          <GridListItem
            id={entity.id}
            textValue={entity.name}
            className={cx(styles.line, entity.detail !== undefined && styles.tall)}
          >
            <Checkbox slot="selection" className={styles.checkbox!}>
              {({ isSelected }) => (
                <span className={styles.box} data-checked={isSelected || undefined}>
                  {isSelected && <Icon of={Check} size={12} />}
                </span>
              )}
            </Checkbox>
            {entity.icon}
            <span className={styles.texts}>
              <span className={styles.name}>
                {highlighted(entity.name, marked).map(({ text, isMatch }, index) =>
                  isMatch ? <mark key={index}>{text}</mark> : text,
                )}
              </span>
              {entity.detail !== undefined && <span className={styles.detail}>{entity.detail}</span>}
            </span>
            <span className={styles.hint}>{entity.hint}</span>
          </GridListItem>
        )}
      </GridList>
      {shown.length > 0 && (
        <p className={styles.more}>
          {total > shown.length && `${wholeText(total - shown.length)} more. `}
          Type to find additional results.
        </p>
      )}
    </div>
  )
}

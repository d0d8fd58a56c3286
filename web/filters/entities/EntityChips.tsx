import { X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './EntityChips.module.css'
import { CHIPS_SHOWN, type Entity } from './selection.ts'

interface EntityChipsProps {
  label: string
  selected: readonly Entity[]
  onRemove: (ids: ReadonlySet<unknown>) => void
}

/** The first few that are selected, each of which can be taken out, and how many there are besides. */
export function EntityChips({ label, selected, onRemove }: EntityChipsProps) {
  const others = selected.length - CHIPS_SHOWN
  if (selected.length === 0) return null
  return (
    <div className={styles.chips}>
      <TagGroup aria-label={label} onRemove={onRemove} className={styles.group!}>
        <TagList items={selected.slice(0, CHIPS_SHOWN)} className={styles.group!}>
          {({ id, name }) => (
            <Tag id={id} textValue={name} className={styles.chip!}>
              <span className={styles.name}>{name}</span>
              <Button slot="remove" className={styles.remove!}>
                <Icon of={X} size={14} />
              </Button>
            </Tag>
          )}
        </TagList>
      </TagGroup>
      {others > 0 && <span className={styles.others}>And {others} others</span>}
    </div>
  )
}

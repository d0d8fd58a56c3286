import { Identifier } from './Identifier.tsx'
import { Inspector, type InspectorProps } from './Inspector.tsx'
import styles from './RecordInspector.module.css'
import { Tabs, type TabsProps } from './Tabs.tsx'
import { Thumbnail } from './Thumbnail.tsx'

interface RecordInspectorProps<T extends string> extends Omit<
  InspectorProps,
  'picture' | 'subtitle' | 'children'
> {
  /** Address of its picture; null where it has none, absent where such things have no pictures. */
  pictureSrc?: string | null
  /** Codes that name it, as a SKU and an ASIN. */
  identifiers: readonly string[]
  /** Its few numbers: `KeyFigures` of the inspector's size. */
  figures?: React.ReactNode
  tabs: Omit<TabsProps<T>, 'label'>
}

/** What is known of one row of a table, a product say: what it is, its few numbers, and the rest under tabs. */
export function RecordInspector<T extends string>(props: RecordInspectorProps<T>) {
  const { pictureSrc, identifiers, figures, tabs, ...inspector } = props
  return (
    <Inspector
      {...inspector}
      {...(pictureSrc !== undefined && { picture: <Thumbnail src={pictureSrc} size={48} /> })}
      subtitle={
        <span className={styles.identifiers}>
          {identifiers.map((identifier) => (
            <Identifier key={identifier}>{identifier}</Identifier>
          ))}
        </span>
      }
    >
      {figures}
      <div className={styles.tabs}>
        <Tabs {...tabs} label={`About ${inspector.title}`} />
      </div>
    </Inspector>
  )
}

import { Copy } from 'lucide-react'
import { copyText } from './copy-text.ts'
import { IconButton } from './IconButton.tsx'
import { Identifier } from './Identifier.tsx'
import { Inspector, type InspectorProps } from './Inspector.tsx'
import styles from './RecordInspector.module.css'
import { Tabs, type TabsProps } from './Tabs.tsx'

interface RecordInspectorProps<T extends string> extends Omit<
  InspectorProps,
  'subtitle' | 'children' | 'isStacked'
> {
  /** Codes that name it, as a SKU and an ASIN; each can be copied. */
  identifiers: readonly string[]
  /** Under them: of which kind it is. */
  details?: React.ReactNode
  /** Its few numbers: `KeyFigures` of the inspector's size. */
  figures?: React.ReactNode
  tabs: Omit<TabsProps<T>, 'label'>
}

/** What is known of one row of a table, a product say: what it is, its few numbers, and the rest under tabs. */
export function RecordInspector<T extends string>(props: RecordInspectorProps<T>) {
  const { identifiers, details, figures, tabs, ...inspector } = props
  return (
    <Inspector
      {...inspector}
      isStacked
      subtitle={
        <>
          <span className={styles.identifiers}>
            {identifiers.map((identifier) => (
              <span key={identifier}>
                <Identifier>{identifier}</Identifier>
                <IconButton
                  icon={Copy}
                  size="xs"
                  label={`Copy ${identifier}`}
                  onPress={() => void copyText(identifier, identifier)}
                />
              </span>
            ))}
          </span>
          {details && <span className={styles.details}>{details}</span>}
        </>
      }
    >
      {figures}
      <div className={styles.tabs}>
        <Tabs {...tabs} label={`About ${inspector.title}`} />
      </div>
    </Inspector>
  )
}

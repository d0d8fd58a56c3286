import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import { Badge } from './Badge.tsx'
import styles from './Tabs.module.css'

export interface TabsProps<T extends string> {
  label: string
  tabs: readonly { id: T; label: string; count?: number; isDisabled?: boolean; content: React.ReactNode }[]
  /** Without it the tabs keep it themselves, beginning with the first. */
  selected?: T
  onSelect?: (id: T) => void
}

/** Parts of a page or dialog of which one is shown. Tabs that are pages of their own are links of the shell. */
export function Tabs<T extends string>({ label, tabs, selected, onSelect }: TabsProps<T>) {
  const select = (key: unknown) => {
    const tab = tabs.find(({ id }) => id === key)
    if (tab) onSelect?.(tab.id)
  }
  return (
    <AriaTabs {...(selected !== undefined && { selectedKey: selected })} onSelectionChange={select}>
      <TabList aria-label={label} className={styles.list!}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} {...(tab.isDisabled && { isDisabled: true })} className={styles.tab!}>
            {tab.label} {tab.count !== undefined && <Badge>{tab.count}</Badge>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel!}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

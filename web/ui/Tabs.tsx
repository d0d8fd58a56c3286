import { useId, useRef, useState } from 'react'
import { Badge } from './Badge.tsx'
import styles from './Tabs.module.css'

export interface TabsProps<T extends string> {
  label: string
  tabs: readonly { id: T; label: string; count?: number; isDisabled?: boolean; content: React.ReactNode }[]
  /** Without it the tabs keep it themselves, beginning with the first. */
  selected?: T
  onSelect?: (id: T) => void
}

/**
 * Parts of a page or dialog of which one is shown, in the manner of the ARIA pattern: one tab stop, and arrows show what they
 * reach. Tabs that are pages of their own are links of the shell.
 */
export function Tabs<T extends string>({ label, tabs, selected, onSelect }: TabsProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<T>()
  const shown = tabs.find((tab) => tab.id === (selected ?? own)) ?? tabs[0]
  const select = (tab: T) => {
    setOwn(tab)
    onSelect?.(tab)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const reachable = tabs.filter(({ isDisabled }) => !isDisabled)
    const place = reachable.findIndex((tab) => tab.id === shown?.id)
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }[event.key]
    const tab = to === undefined ? undefined : reachable.at(to % reachable.length)
    if (!tab) return
    event.preventDefault()
    select(tab.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={styles.list}
        onKeyDown={onKeyDown}
        tabIndex={-1}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            data-tab={tab.id}
            className={styles.tab}
            aria-selected={tab === shown}
            aria-controls={`${id}-panel`}
            disabled={tab.isDisabled}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => select(tab.id)}
          >
            {tab.label} {tab.count !== undefined && <Badge>{tab.count}</Badge>}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${shown?.id}`}
        className={styles.panel}
        tabIndex={0}
      >
        {shown?.content}
      </div>
    </div>
  )
}

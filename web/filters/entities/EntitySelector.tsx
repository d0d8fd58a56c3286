import { CircleAlert, Search, X } from 'lucide-react'
import { useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Input } from 'react-aria-components/Input'
import { SearchField } from 'react-aria-components/SearchField'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { EntityChips } from './EntityChips.tsx'
import { EntityResults } from './EntityResults.tsx'
import styles from './EntitySelector.module.css'
import {
  knownByNow,
  limitText,
  RESULTS_SHOWN,
  SEARCH_LENGTH_MAX,
  searchTextOf,
  selectedCount,
  type Entity,
  type Selection,
  type SelectionLimit,
} from './selection.ts'
import { SelectionMeter } from './SelectionMeter.tsx'

/** What a search found. A hook gives it, so that each selector asks where its data are. */
export interface FoundEntities {
  entities: readonly Entity[]
  /** How many there are, where the search gives no more than the first of them. */
  total?: number | undefined
  isReading: boolean
  /** Why nothing could be found. */
  problem?: string | undefined
}

export interface EntityTab {
  id: string
  label: string
  useFound: (searchText: string) => FoundEntities
}

export interface EntitySource {
  title: string
  tabs: readonly EntityTab[]
  limit: SelectionLimit
  /** How much a selection comes to where a line stands for several; a hook. Without it, each line is one. */
  useCoverage?: (selection: Selection) => { count: number; isReading: boolean }
  /** How long to wait after a key. */
  debounceMs?: number
  /** Marks in the names what was searched for. */
  isMarking?: boolean
}

const DEBOUNCE_MS = 250
const eachIsOne = (selection: Selection) => ({ count: selectedCount(selection), isReading: false })

interface EntitySelectorProps {
  source: EntitySource
  value: Selection
  onApply: (selection: Selection) => void
  onCancel: () => void
}

/** Selects what to filter by, in one or several tabs. It is a draft until Apply; leaving it in any other way forgets it. */
export function EntitySelector({ source, value, onApply, onCancel }: EntitySelectorProps) {
  const { title, tabs, limit, useCoverage = eachIsOne } = source
  const [draft, setDraft] = useState(value)
  const coverage = useCoverage(draft)
  const problem = limitText(coverage.count, limit)
  const isOver = coverage.count > limit.max
  const isFull = limit.atMax === 'STOP' && coverage.count >= limit.max

  const panelOf = (tab: EntityTab) => (
    <EntityTabPanel
      tab={tab}
      source={source}
      selected={knownByNow(draft[tab.id] ?? [], value[tab.id] ?? [])}
      isFull={isFull}
      onChange={(selected) => setDraft({ ...draft, [tab.id]: selected })}
    />
  )
  return (
    <div className={styles.selector}>
      <header className={styles.head}>
        <Heading slot="title" className={styles.title!}>
          {title}
        </Heading>
        <IconButton icon={X} label="Close" onPress={onCancel} />
      </header>
      {tabs.length === 1 ? (
        <div className={styles.panel}>{panelOf(tabs[0]!)}</div>
      ) : (
        <Tabs className={styles.tabs!} keyboardActivation="automatic">
          <TabList aria-label={title} className={styles.tabList!}>
            {tabs.map(({ id, label }) => (
              <Tab key={id} id={id} className={styles.tab!}>
                {label}
                <span className={styles.count}>{draft[id]?.length ?? 0}</span>
              </Tab>
            ))}
          </TabList>
          {tabs.map((tab) => (
            <TabPanel key={tab.id} id={tab.id} className={styles.panel!}>
              {panelOf(tab)}
            </TabPanel>
          ))}
        </Tabs>
      )}
      <div role="alert" className={styles.alert}>
        {problem && (
          <p className={isOver ? styles.problem : styles.note}>
            <Icon of={CircleAlert} />
            {problem}
          </p>
        )}
      </div>
      <footer className={styles.foot}>
        <SelectionMeter count={coverage.count} max={limit.max} />
        <Button onPress={onCancel}>Cancel</Button>
        <Button kind="primary" isDisabled={isOver || coverage.isReading} onPress={() => onApply(draft)}>
          Apply
        </Button>
      </footer>
    </div>
  )
}

interface EntityTabPanelProps {
  tab: EntityTab
  source: EntitySource
  selected: readonly Entity[]
  isFull: boolean
  onChange: (selected: readonly Entity[]) => void
}

function EntityTabPanel({ tab, source, selected, isFull, onChange }: EntityTabPanelProps) {
  const [typed, setTyped] = useState('')
  const searchText = useDebounced(searchTextOf(typed), source.debounceMs ?? DEBOUNCE_MS)
  const { entities, total = entities.length, isReading, problem } = tab.useFound(searchText)
  return (
    <>
      <SearchField
        aria-label={`Search ${tab.label.toLowerCase()}`}
        // Opening the list is asking to choose from it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={typed}
        onChange={(text) => setTyped(searchTextOf(text))}
        className={styles.search!}
      >
        <Icon of={Search} size={14} />
        <Input
          placeholder="Type to find additional results."
          maxLength={SEARCH_LENGTH_MAX}
          className={styles.input!}
        />
      </SearchField>
      <EntityChips
        label={`Selected ${tab.label.toLowerCase()}`}
        selected={selected}
        onRemove={(ids) => onChange(selected.filter(({ id }) => !ids.has(id)))}
      />
      {problem === undefined ? (
        <EntityResults
          label={tab.label}
          shown={entities.slice(0, RESULTS_SHOWN)}
          total={total}
          selected={selected}
          onChange={onChange}
          isFull={isFull}
          marked={source.isMarking === true ? searchText : ''}
          isReading={isReading}
        />
      ) : (
        <p role="alert" className={styles.unread}>
          {problem}
        </p>
      )}
    </>
  )
}

import { Search } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { SearchField } from 'react-aria-components/SearchField'
import { Icon } from './Icon.tsx'
import styles from './SearchableList.module.css'
import { useDebounced } from './use-debounced.ts'

const SEARCH_LENGTH_MAX = 150
const SEARCH_DEBOUNCE_MS = 250

/** Puts a search box above an `OptionList` and filters it by what is typed, wherever in the name it stands. */
export function SearchableList({ label, children }: { label: string; children: React.ReactNode }) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const [typed, setTyped] = useState('')
  const searched = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS)
  return (
    // The library asks at every key; the answer changes when the typing rests.
    <Autocomplete inputValue={typed} onInputChange={setTyped} filter={(name) => contains(name, searched)}>
      {/* Opening the list is asking to choose from it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <SearchField aria-label={label} autoFocus className={styles.field!}>
        <Icon of={Search} size={14} />
        <Input placeholder={label} maxLength={SEARCH_LENGTH_MAX} className={styles.input!} />
      </SearchField>
      {children}
    </Autocomplete>
  )
}

import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { SearchField } from 'react-aria-components/SearchField'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './SearchFilter.module.css'

export const SEARCH_LENGTH_MAX = 150
const SEARCH_DEBOUNCE_MS = 250

interface SearchFilterProps {
  label: string
  value: string
  /** When the typing rests. */
  onChange: (text: string) => void
}

/** A filter by text. */
export function SearchFilter({ label, value, onChange }: SearchFilterProps) {
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    // Somebody went back, or reset the filters; otherwise it is what was typed, and may have been typed on since.
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  const text = typed.trim()
  useEffect(() => {
    if (text === sent) return
    const timer = setTimeout(() => {
      setSent(text)
      onChange(text)
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, sent, onChange])
  return (
    <SearchField aria-label={label} value={typed} onChange={setTyped} className={styles.field!}>
      <Icon of={Search} size={14} />
      <Input placeholder={label} maxLength={SEARCH_LENGTH_MAX} className={styles.input!} />
    </SearchField>
  )
}

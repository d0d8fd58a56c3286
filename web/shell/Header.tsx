import { Monitor, Moon, PanelLeftOpen, Sun } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import styles from './Header.module.css'
import { setTheme, useTheme, type Theme } from './theme.ts'

// The list and its search are the larger half of the shell's code, and nobody waits for them.
const CompanySelector = lazy(async () => ({
  default: (await import('./CompanySelector.tsx')).CompanySelector,
}))

const THEME_OPTIONS: { value: Theme; label: string; icon: React.ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <Icon of={Sun} size={14} /> },
  { value: 'dark', label: 'Dark', icon: <Icon of={Moon} size={14} /> },
  { value: 'system', label: 'As the system', icon: <Icon of={Monitor} size={14} /> },
]

/** `onOpenSidebar` is absent while the sidebar is open: it then brings its own button. */
export function Header({ onOpenSidebar }: { onOpenSidebar?: () => void }) {
  const theme = useTheme()
  return (
    <header className={styles.header}>
      {onOpenSidebar && <IconButton icon={PanelLeftOpen} label="Open sidebar" onPress={onOpenSidebar} />}
      <Suspense>
        <CompanySelector />
      </Suspense>
      <span className={styles.space} />
      <SegmentedControl label="Theme" options={THEME_OPTIONS} value={theme} onChange={setTheme} />
    </header>
  )
}

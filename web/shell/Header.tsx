import { PanelLeftOpen } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './Header.module.css'

// Lists, search and switches are the larger half of the shell's code, and nobody waits for them.
const CompanySelector = lazy(async () => ({
  default: (await import('./CompanySelector.tsx')).CompanySelector,
}))
const ThemeSwitch = lazy(async () => ({ default: (await import('./ThemeSwitch.tsx')).ThemeSwitch }))

/** `onOpenSidebar` is absent while the sidebar is open: it then brings its own button. */
export function Header({ onOpenSidebar }: { onOpenSidebar?: () => void }) {
  return (
    <header className={styles.header}>
      {onOpenSidebar && <IconButton icon={PanelLeftOpen} label="Open sidebar" onPress={onOpenSidebar} />}
      <Suspense>
        <CompanySelector />
        <span className={styles.space} />
        <ThemeSwitch />
      </Suspense>
    </header>
  )
}

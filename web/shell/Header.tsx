import { PanelLeftOpen } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './Header.module.css'
import { JumpField } from './JumpField.tsx'
import { SupportHint } from './SupportHint.tsx'

// Lists, search and switches are the larger half of the shell's code, and nobody waits for them.
const CompanySelector = lazy(async () => ({
  default: (await import('./CompanySelector.tsx')).CompanySelector,
}))
const UserBlock = lazy(async () => ({ default: (await import('./UserBlock.tsx')).UserBlock }))

interface HeaderProps {
  /** Absent while the sidebar is open: it then brings its own button. */
  onOpenSidebar?: () => void
  onJump: () => void
}

export function Header({ onOpenSidebar, onJump }: HeaderProps) {
  return (
    <header className={styles.header}>
      {onOpenSidebar && <IconButton icon={PanelLeftOpen} label="Open sidebar" onPress={onOpenSidebar} />}
      <Suspense>
        <CompanySelector />
      </Suspense>
      <span className={styles.space} />
      <JumpField onPress={onJump} />
      <SupportHint />
      <Suspense>
        <UserBlock />
      </Suspense>
    </header>
  )
}

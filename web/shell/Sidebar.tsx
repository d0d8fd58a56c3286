import { Link } from '@tanstack/react-router'
import { PanelLeftClose } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { PATHS } from '#web/paths.ts'
import { cx } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Logo } from './Logo.tsx'
import { shownNavigation } from './navigation.ts'
import styles from './Sidebar.module.css'
import { SidebarGroup } from './SidebarGroup.tsx'
import { useShellCompany } from './use-company.ts'

// For few, and not before anybody can see something.
const PlatformNavigation = lazy(async () => ({
  default: (await import('./PlatformNavigation.tsx')).PlatformNavigation,
}))

interface SidebarProps {
  isOpen: boolean
  /** It lies over the page, which cannot be used meanwhile. */
  isOver: boolean
  onToggle: () => void
  onNavigate: () => void
}

export function Sidebar({ isOpen, isOver, onToggle, onNavigate }: SidebarProps) {
  const sidebar = useRef<HTMLElement>(null)
  const hasCompany = useShellCompany().company !== undefined
  useEffect(() => {
    if (isOpen && isOver) sidebar.current?.querySelector<HTMLElement>('button')?.focus()
  }, [isOpen, isOver])
  return (
    // Only Escape is listened for, which closes what lies over the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={sidebar}
      className={cx(styles.sidebar, !isOpen && styles.closed)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen && isOver) onToggle()
      }}
    >
      <div className={styles.head}>
        <Link to={PATHS.home} className={styles.brand} aria-label="Sextant, start page">
          <Logo />
          {isOpen && <span className={styles.wordmark}>Sextant</span>}
        </Link>
        {isOpen && <IconButton icon={PanelLeftClose} label="Close sidebar" onPress={onToggle} />}
      </div>
      <nav aria-label="Main" className={styles.nav}>
        <Suspense>
          <PlatformNavigation isOpen={isOpen} onNavigate={onNavigate} />
        </Suspense>
        {shownNavigation(hasCompany).map((group) => (
          <SidebarGroup key={group.label} group={group} isOpen={isOpen} onNavigate={onNavigate} />
        ))}
      </nav>
    </aside>
  )
}

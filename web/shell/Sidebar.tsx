import { Link } from '@tanstack/react-router'
import { PanelLeftClose } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { TooltipTrigger } from 'react-aria-components/Tooltip'
import { PATHS } from '#web/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { Logo } from './Logo.tsx'
import type { NavigationEntry, NavigationGroup } from './navigation.ts'
import styles from './Sidebar.module.css'
import { useShellCompany } from './use-company.ts'
import { useNavigation } from './use-navigation.ts'

interface SidebarProps {
  isOpen: boolean
  /** It lies over the page, which cannot be used meanwhile. */
  isOver: boolean
  onToggle: () => void
  onNavigate: () => void
}

export function Sidebar({ isOpen, isOver, onToggle, onNavigate }: SidebarProps) {
  const sidebar = useRef<HTMLElement>(null)
  const navigation = useNavigation()
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
        {navigation.map((group) => (
          <Group key={group.label} group={group} isOpen={isOpen} onNavigate={onNavigate} />
        ))}
      </nav>
    </aside>
  )
}

interface GroupProps {
  group: NavigationGroup
  isOpen: boolean
  onNavigate: () => void
}

function Group({ group: { label, badge, entries }, isOpen, onNavigate }: GroupProps) {
  return (
    <div className={styles.group}>
      {isOpen && (
        <div className={styles.groupLabel}>
          {label}
          {badge && <Badge>{badge}</Badge>}
        </div>
      )}
      {entries.map((entry) => (
        <Entry key={entry.to} entry={entry} isOpen={isOpen} onNavigate={onNavigate} />
      ))}
    </div>
  )
}

interface EntryProps {
  entry: NavigationEntry
  isOpen: boolean
  onNavigate: () => void
}

function Entry({ entry: { label, icon, to, badge }, isOpen, onNavigate }: EntryProps) {
  const { company } = useShellCompany()
  const name = badge ? `${label}, ${badge}` : label
  return (
    <TooltipTrigger delay={300} isDisabled={isOpen}>
      <Focusable>
        <Link
          to={to}
          params={company ? { companyId: company.id } : {}}
          className={styles.entry}
          activeOptions={{ includeSearch: false }}
          onClick={onNavigate}
          aria-label={name}
        >
          <Icon of={icon} />
          {isOpen && <span className={styles.entryLabel}>{label}</span>}
          {isOpen && badge && <Badge {...(badge === 'New' && { kind: 'info' })}>{badge}</Badge>}
        </Link>
      </Focusable>
      <Tooltip placement="right">{name}</Tooltip>
    </TooltipTrigger>
  )
}

import { Link, useLocation } from '@tanstack/react-router'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useTooltip } from '#web/ui/use-tooltip.tsx'
import { searchTo, type NavigationEntry, type NavigationGroup } from './navigation.ts'
import styles from './Sidebar.module.css'
import { PATHS } from '#web/paths.ts'
import { useIsEmpty, useShellCompany } from './use-company.ts'

interface GroupProps {
  group: NavigationGroup
  isOpen: boolean
  onNavigate: () => void
}

/** A part of the sidebar, under its name. */
export function SidebarGroup({ group: { label, badge, entries }, isOpen, onNavigate }: GroupProps) {
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

function Entry({ entry, isOpen, onNavigate }: EntryProps) {
  const { label, icon, to, params, badge, needsData, area } = entry
  const isInArea = useLocation({
    select: ({ pathname }) => area !== undefined && RegExp(area).test(pathname),
  })
  const { company } = useShellCompany()
  const isEmpty = useIsEmpty()
  const reason = needsData && isEmpty ? 'Import a report file first.' : undefined
  const name = badge ? `${label}, ${badge}` : label
  const { ref, triggerProps, tooltip } = useTooltip<HTMLAnchorElement>({
    text: isOpen ? reason : [name, reason].filter(Boolean).join('. '),
    delay: 300,
    placement: 'right',
  })
  return (
    <>
      <Link
        to={to}
        // Looking at this one would do it.
        {...(to === PATHS.signOut && { preload: false })}
        params={{ companyId: company?.id ?? '', ...params }}
        {...searchTo(entry)}
        {...(isInArea && { 'aria-current': 'page' })}
        className={styles.entry}
        activeOptions={{ includeSearch: false }}
        onClick={reason ? undefined : onNavigate}
        aria-label={reason ? `${name}. ${reason}` : name}
        {...(reason && { disabled: true, tabIndex: 0 })}
        {...triggerProps}
        ref={ref}
      >
        <Icon of={icon} />
        {isOpen && <span className={styles.entryLabel}>{label}</span>}
        {isOpen && badge && <Badge {...(badge === 'New' && { kind: 'info' })}>{badge}</Badge>}
      </Link>
      {tooltip}
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { FileUp, PanelLeftClose, Scale, type LucideIcon } from 'lucide-react'
import { Focusable } from 'react-aria-components/Focusable'
import { TooltipTrigger } from 'react-aria-components/Tooltip'
import { PATHS } from '#web/paths.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { Logo } from './Logo.tsx'
import styles from './Sidebar.module.css'
import { useCompany } from './use-company.ts'

interface Entry {
  label: string
  icon: LucideIcon
  to: (typeof PATHS)['transactionProfitAndLoss' | 'import']
}

const GROUPS: { label: string; entries: Entry[] }[] = [
  {
    label: 'Profit',
    entries: [{ label: 'Profit and loss', icon: Scale, to: PATHS.transactionProfitAndLoss }],
  },
  { label: 'Data', entries: [{ label: 'Import', icon: FileUp, to: PATHS.import }] },
]

interface SidebarProps {
  isOpen: boolean
  onToggle: () => void
  onNavigate: () => void
}

export function Sidebar({ isOpen, onToggle, onNavigate }: SidebarProps) {
  const { company } = useCompany()
  return (
    <aside className={cx(styles.sidebar, !isOpen && styles.closed)}>
      <div className={styles.head}>
        <Link to={PATHS.home} className={styles.brand} aria-label="Sextant, start page">
          <Logo />
          {isOpen && <span className={styles.wordmark}>Sextant</span>}
        </Link>
        {isOpen && <IconButton icon={PanelLeftClose} label="Close sidebar" onPress={onToggle} />}
      </div>
      <nav aria-label="Main" className={styles.nav}>
        {GROUPS.map((group) => (
          <div key={group.label} className={styles.group}>
            {isOpen && <div className={styles.groupLabel}>{group.label}</div>}
            {group.entries.map((entry) => (
              <TooltipTrigger key={entry.to} delay={300} isDisabled={isOpen}>
                <Focusable>
                  <Link
                    to={entry.to}
                    params={{ companyId: company.id }}
                    className={styles.entry}
                    activeOptions={{ includeSearch: false }}
                    onClick={onNavigate}
                    aria-label={entry.label}
                  >
                    <Icon of={entry.icon} />
                    {isOpen && <span>{entry.label}</span>}
                  </Link>
                </Focusable>
                <Tooltip placement="right">{entry.label}</Tooltip>
              </TooltipTrigger>
            ))}
          </div>
        ))}
      </nav>
    </aside>
  )
}

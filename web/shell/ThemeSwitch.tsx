import { Monitor, Moon, Sun } from 'lucide-react'
import { Icon } from '#web/ui/Icon.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { setTheme, useTheme, type Theme } from './theme.ts'

const OPTIONS: { value: Theme; label: string; icon: React.ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <Icon of={Sun} size={14} /> },
  { value: 'dark', label: 'Dark', icon: <Icon of={Moon} size={14} /> },
  { value: 'system', label: 'System theme', icon: <Icon of={Monitor} size={14} /> },
]

export const ThemeSwitch = () => (
  <SegmentedControl label="Theme" options={OPTIONS} value={useTheme()} onChange={setTheme} />
)

import { Search } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './JumpField.module.css'
import { Keys } from './Keys.tsx'

export const PALETTE_SHORTCUT = 'Mod+k'

/** Looks like a search and opens the command palette, where the search is. */
export const JumpField = ({ onPress }: { onPress: () => void }) => (
  <Button className={styles.jump!} onPress={onPress}>
    <Icon of={Search} />
    <span className={styles.label}>Go to page or product</span>
    <Keys shortcut={PALETTE_SHORTCUT} isHidden />
  </Button>
)

import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { COMMAND_GROUPS, useAllCommands } from './commands.ts'
import { Keys } from './Keys.tsx'
import styles from './ShortcutList.module.css'
import { setSingleKeys, useSingleKeys } from './use-shortcuts.ts'

/** Keys within a table belong to the place of the focus, so no command holds them. */
const TABLE_KEYS = [
  { label: 'To the next cell', keys: '↑ ↓ ← →' },
  { label: 'To the ends of a row', keys: 'Home End' },
  { label: 'Open and close a row, at its name', keys: '→ ←' },
  { label: 'Open all rows of its level', keys: '*' },
  { label: 'Where a number comes from', keys: 'Enter' },
  { label: 'Copy the exact number', keys: 'Mod+c' },
  { label: 'Close what was opened', keys: 'Esc' },
  { label: 'To the numbers around it, in the head of the drawer', keys: '↑ ↓ ← →' },
]

/** Every shortcut of the page that is open, out of the same registry that runs them. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const commands = useAllCommands()
  const hasSingleKeys = useSingleKeys()
  return (
    <Modal
      isOpen
      onOpenChange={onClose}
      title="Keyboard shortcuts"
      description="Single keys work outside text fields."
      actions={
        <Button onPress={() => setSingleKeys(!hasSingleKeys)}>
          {hasSingleKeys ? 'Turn single keys off' : 'Turn single keys on'}
        </Button>
      }
    >
      <div className={styles.groups}>
        {COMMAND_GROUPS.map((group) => {
          const withKeys = commands.filter((command) => command.group === group && command.shortcut)
          return (
            withKeys.length > 0 && (
              <section key={group}>
                <h3 className={styles.group}>{group}</h3>
                <dl>
                  {withKeys.map(({ id, label, shortcut }) => (
                    <div key={id} className={styles.row}>
                      <dt>{label}</dt>
                      <dd>
                        <Keys shortcut={shortcut!} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          )
        })}
        <section>
          <h3 className={styles.group}>In tables</h3>
          <dl>
            {TABLE_KEYS.map(({ label, keys }) => (
              <div key={label} className={styles.row}>
                <dt>{label}</dt>
                <dd>
                  <Keys shortcut={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Modal>
  )
}

import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { COMMAND_GROUPS, useAllCommands } from './commands.ts'
import { Keys } from './Keys.tsx'
import styles from './ShortcutList.module.css'
import { setSingleKeys, useSingleKeys } from './use-shortcuts.ts'

/** Every shortcut of the page that is open, out of the same registry that runs them. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const commands = useAllCommands()
  const hasSingleKeys = useSingleKeys()
  return (
    <Modal
      isOpen
      onOpenChange={onClose}
      title="Keyboard shortcuts"
      description="Single keys work outside of text fields."
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
      </div>
    </Modal>
  )
}

import { Search } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './CommandPalette.module.css'
import { COMMAND_GROUPS, useAllCommands, type Command } from './commands.ts'
import { Keys } from './Keys.tsx'
import { rankedCommands } from './ranked-commands.ts'
import { useFoundCommands } from './use-found-commands.ts'

const SEARCH_LENGTH_MAX = 150
const FOUND_MAX = 60

interface CommandPaletteProps {
  /** What was typed before it was there. */
  typedAhead?: React.RefObject<string>
  onClose: () => void
}

/** Everything that can be gone to or done, by name. */
export function CommandPalette({ typedAhead, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState(() => typedAhead?.current ?? '')
  // What lies under a pointer that rests is not chosen: it has to move first.
  const [isPointed, setPointed] = useState(false)
  const listed = useAllCommands().filter(({ isUnlisted }) => !isUnlisted)
  const { pages, numbers, products, isSearching } = useFoundCommands(typed)
  const found = rankedCommands([...listed, ...pages, ...products, ...numbers], typed).slice(0, FOUND_MAX)
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <ModalOverlay isOpen onOpenChange={onClose} isDismissable className={styles.scrim!}>
      <Modal className={styles.modal!}>
        <Dialog aria-label="Command palette" className={styles.dialog!}>
          <div
            className={styles.pointed}
            onPointerMove={({ movementX, movementY }) => {
              if (movementX !== 0 || movementY !== 0) setPointed(true)
            }}
          >
            <Autocomplete
              inputValue={typed}
              onInputChange={(text) => {
                setTyped(text)
                setPointed(false)
              }}
            >
              {/* Opening the palette is asking to type. */}
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
              <SearchField aria-label="Go to page, product or number" autoFocus className={styles.field!}>
                <Icon of={Search} />
                <Input
                  placeholder="Go to page, product or number"
                  maxLength={SEARCH_LENGTH_MAX}
                  className={styles.input!}
                />
              </SearchField>
              <Menu
                aria-label="Commands"
                className={cx(styles.list, !isPointed && styles.unpointed)}
                renderEmptyState={() => (
                  <div className={styles.none}>{isSearching ? 'Searching …' : 'No results found.'}</div>
                )}
              >
                {typed.trim()
                  ? found.map((command) => (
                      <Item key={command.id} command={command} onRun={run} isGroupShown />
                    ))
                  : COMMAND_GROUPS.map((group) => (
                      <Group
                        key={group}
                        name={group}
                        commands={listed.filter((command) => command.group === group && !command.isFoundOnly)}
                        onRun={run}
                      />
                    ))}
              </Menu>
            </Autocomplete>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface GroupProps {
  name: string
  commands: readonly Command[]
  onRun: (command: Command) => void
}

function Group({ name, commands, onRun }: GroupProps) {
  if (commands.length === 0) return null
  return (
    <MenuSection>
      <Header className={styles.group!}>{name}</Header>
      {commands.map((command) => (
        <Item key={command.id} command={command} onRun={onRun} />
      ))}
    </MenuSection>
  )
}

interface ItemProps {
  command: Command
  onRun: (command: Command) => void
  /** Apart from its group it says which one it is of. */
  isGroupShown?: boolean
}

const Item = ({ command, onRun, isGroupShown = false }: ItemProps) => (
  <MenuItem
    id={command.id}
    textValue={command.label}
    onAction={() => onRun(command)}
    className={styles.item!}
  >
    {command.label}
    {isGroupShown && <span className={styles.of}>{command.group}</span>}
    <span className={styles.space} />
    {command.shortcut && <Keys shortcut={command.shortcut} />}
  </MenuItem>
)
